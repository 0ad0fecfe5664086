"""Run the command line as `python -m cckg`."""

from cckg.cli.main import main

if __name__ == "__main__":
    main()
