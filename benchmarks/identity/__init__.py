"""Which happening is it: how well mentions of one happening share an event, and those of different ones do not."""
