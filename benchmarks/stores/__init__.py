"""Measure the stores on made-up graphs of 10,000 to 1,000,000 events; `python -m benchmarks.stores --help` says how."""
