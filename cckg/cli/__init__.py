"""The command line: each command parses its options, calls `cckg.app` and prints. `main` holds the app and the one error boundary."""
