"""Loops over the joints of a chain, compiled on first use.

A chain is three arrays. ``links`` (n, 14) has a row per joint: the rotation (row by row) and the
translation of the fixed transform before it, turned so that the joint moves about or along z, then
the scale and the offset of its motion. ``codes`` (n, 2) has whether it slides, and which entry of q
moves it. ``tool`` (12,) is the fixed transform behind the last joint. A pose is 12 numbers, the
rotation row by row and the translation.
"""

from poise.compiling import compiler

compiled = compiler(__name__)
