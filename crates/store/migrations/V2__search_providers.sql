-- Search providers of the person's own, in the order in which they were added.
CREATE TABLE search_provider (
    number INTEGER NOT NULL PRIMARY KEY,
    name   TEXT NOT NULL UNIQUE COLLATE NOCASE,
    url    TEXT NOT NULL
) STRICT;

-- The provider that is used when none is named: one row, or none for the default of the program.
CREATE TABLE search_default (
    only_row INTEGER NOT NULL PRIMARY KEY CHECK (only_row = 1),
    name     TEXT NOT NULL
) STRICT;
