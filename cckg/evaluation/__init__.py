"""Measures the product against questions with gold answers."""
