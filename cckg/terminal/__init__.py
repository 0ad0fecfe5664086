"""The terminal: commands (`cli`), the shell, and how results look. It decides nothing, and nothing else prints."""

from cckg.terminal.cli.main import main
