"""The documentation, and the program that writes the generated part of it."""
