"""Loops over points that Numba compiles on first use; the formulas are those of the laws."""
