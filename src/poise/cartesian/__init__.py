"""Cartesian solvers: kinematics and dynamics of chains and trees."""
