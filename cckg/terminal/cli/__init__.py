"""The commands of `cckg`."""
