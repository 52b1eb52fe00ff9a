-- Flows by their name, which a person may change; each version as the JSON of a `Flow`. Times are milliseconds since 1970.
CREATE TABLE flow (
    id   INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE flow_version (
    flow     INTEGER NOT NULL REFERENCES flow (id) ON DELETE CASCADE,
    version  INTEGER NOT NULL,
    saved_ms INTEGER NOT NULL,
    -- Why there is this version, in a few words.
    note     TEXT NOT NULL,
    body     TEXT NOT NULL,
    PRIMARY KEY (flow, version)
) STRICT, WITHOUT ROWID;

-- What a person is showing, each as the JSON of a `Recording`, and what was seen of it as the JSON of a `Gesture`. What was
-- undone stays as a row without a body, so that it does not come back when its sender repeats it.
CREATE TABLE flow_recording (
    id   INTEGER PRIMARY KEY AUTOINCREMENT,
    body TEXT NOT NULL
) STRICT;

CREATE TABLE flow_gesture (
    recording INTEGER NOT NULL REFERENCES flow_recording (id) ON DELETE CASCADE,
    number    INTEGER NOT NULL,
    id        TEXT NOT NULL,
    body      TEXT,
    PRIMARY KEY (recording, number),
    UNIQUE (recording, id)
) STRICT, WITHOUT ROWID;

-- Runs, each as the JSON of a `FlowRun`.
CREATE TABLE flow_run (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    flow    INTEGER NOT NULL REFERENCES flow (id) ON DELETE CASCADE,
    is_open INTEGER NOT NULL,
    body    TEXT NOT NULL
) STRICT;

CREATE INDEX flow_run_flow ON flow_run (flow);
CREATE INDEX flow_run_open ON flow_run (is_open) WHERE is_open = 1;
