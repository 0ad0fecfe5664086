-- Version 9: whether a claim tells what would have been without its cause, and the quote of a cause that stands apart from its effect.
-- What was read before does not say.

ALTER TABLE claim ADD COLUMN counterfactual INTEGER NOT NULL DEFAULT 0 CHECK (counterfactual IN (0, 1));
ALTER TABLE claim ADD COLUMN cause_quote_words TEXT;
ALTER TABLE claim ADD COLUMN cause_quote_start INTEGER;
ALTER TABLE claim ADD COLUMN cause_quote_stop INTEGER;

PRAGMA user_version = 9;
