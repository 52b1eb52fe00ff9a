-- What an agent's session needs to go on when the daemon was started anew. The higher the number, the later
-- the session was used.
CREATE TABLE mcp_session (
    id           TEXT NOT NULL PRIMARY KEY,
    number       INTEGER NOT NULL UNIQUE,
    introduction TEXT,
    name         TEXT NOT NULL DEFAULT '',
    tab          INTEGER
) STRICT;

-- The tabs that a session opened, or was let into.
CREATE TABLE mcp_session_tab (
    session  TEXT NOT NULL REFERENCES mcp_session (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    tab      INTEGER NOT NULL,
    PRIMARY KEY (session, position)
) STRICT, WITHOUT ROWID;
