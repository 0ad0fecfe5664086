"""Which route questions take: how often it is the one that their set says."""
