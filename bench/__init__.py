"""Benchmarks: how long boards of several sizes take. ``python -m bench`` prints a table and writes a JSON file."""
