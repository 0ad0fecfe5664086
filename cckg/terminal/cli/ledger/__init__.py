"""The commands that show which mentions are one event and which claims were read, correct both by hand, and decide identity anew."""
