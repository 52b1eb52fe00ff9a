-- Chats with the page agent. Ids are ULIDs, times are milliseconds since 1970.
CREATE TABLE chat_session (
    id             TEXT NOT NULL PRIMARY KEY,
    title          TEXT NOT NULL,
    created_ms     INTEGER NOT NULL,
    updated_ms     INTEGER NOT NULL,
    model          TEXT,
    provider_state TEXT NOT NULL DEFAULT 'null',
    usage          TEXT,
    -- Results of tools before this message are sent to the model as one line each.
    compacted      INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX chat_session_updated ON chat_session (updated_ms);

-- Tasks that are carried out, each as the JSON of a `ChatRun`.
CREATE TABLE chat_run (
    id      TEXT NOT NULL PRIMARY KEY,
    session TEXT NOT NULL REFERENCES chat_session (id) ON DELETE CASCADE,
    is_open INTEGER NOT NULL,
    body    TEXT NOT NULL
) STRICT;

CREATE INDEX chat_run_session ON chat_run (session);
CREATE INDEX chat_run_open ON chat_run (is_open) WHERE is_open = 1;

-- What was said, as it is sent to a model. `words` are those that a search finds.
CREATE TABLE chat_message (
    session    TEXT NOT NULL REFERENCES chat_session (id) ON DELETE CASCADE,
    number     INTEGER NOT NULL,
    run        TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    body       TEXT NOT NULL,
    words      TEXT NOT NULL,
    PRIMARY KEY (session, number)
) STRICT, WITHOUT ROWID;

-- What happened in the runs, as the JSON of a `ChatEvent`.
CREATE TABLE chat_event (
    session TEXT NOT NULL REFERENCES chat_session (id) ON DELETE CASCADE,
    id      INTEGER NOT NULL,
    body    TEXT NOT NULL,
    PRIMARY KEY (session, id)
) STRICT, WITHOUT ROWID;
