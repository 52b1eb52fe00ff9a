-- Tokens of single agents, by the name that the person gave each. Only the SHA-256 of a token is kept.
CREATE TABLE agent_token (
    name    TEXT NOT NULL PRIMARY KEY COLLATE NOCASE,
    hash    BLOB NOT NULL UNIQUE,
    created TEXT NOT NULL
) STRICT;
