"""Plain values and pure functions that every other part of cckg shares; no framework is imported here."""
