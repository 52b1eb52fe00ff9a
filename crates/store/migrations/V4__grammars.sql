-- Grammars of the person's own, as text. A site is the host of the pages on which it counts.
CREATE TABLE grammar (
    name TEXT NOT NULL PRIMARY KEY,
    site TEXT,
    text TEXT NOT NULL
) STRICT;
