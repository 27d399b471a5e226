"""Optimizations: one module each, with a switch in `solver.speed.switches`."""
