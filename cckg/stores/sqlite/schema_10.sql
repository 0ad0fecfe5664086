-- Version 10: whether a claim is only implied by the order of a story; its modality here is then "hedged". What was read before is not.

ALTER TABLE claim ADD COLUMN implied INTEGER NOT NULL DEFAULT 0 CHECK (implied IN (0, 1));

PRAGMA user_version = 10;
