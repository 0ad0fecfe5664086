"""The built-in language roles: rules, word lists and a small encoder; no key and no server is needed."""
