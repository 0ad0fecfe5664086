"""Documents that give orders: a corpus of attacks on the language roles, and how many of them succeed."""
