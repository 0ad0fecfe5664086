"""Run the command line as `python -m cckg`."""

from cckg.terminal import main

if __name__ == "__main__":
    main()
