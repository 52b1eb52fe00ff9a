-- Browsers elsewhere, by the name under which a person chooses them. An address may hold a token.
CREATE TABLE remote_browser (
    name TEXT NOT NULL PRIMARY KEY,
    url  TEXT NOT NULL
) STRICT;
