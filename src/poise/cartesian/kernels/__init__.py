"""Loops over the joints of a chain, compiled on first use.

A chain is one array (k + 1, 16) with a row per joint and one for the tool behind the last. A row
holds the rotation (row by row) and the translation of the fixed transform before the joint, turned
so that the joint moves about or along z; the scale and the offset of its motion; 1 if it slides,
else 0; and which entry of q moves it. A pose is 12 numbers, the rotation row by row and the
translation. Importing this package imports Numba.
"""

from poise.compiling import compiler

compiled = compiler(__name__)
