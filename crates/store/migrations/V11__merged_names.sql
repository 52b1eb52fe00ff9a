-- Names that are one by the person's word. A merge lasts as long as pages name both: it goes with either entity, so
-- that nothing of it outlives the pages.
CREATE TABLE merged_name (
    id          INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    from_entity INTEGER NOT NULL REFERENCES entity (id) ON DELETE CASCADE,
    into_entity INTEGER NOT NULL REFERENCES entity (id) ON DELETE CASCADE
) STRICT;

CREATE INDEX merged_name_from ON merged_name (from_entity);
CREATE INDEX merged_name_into ON merged_name (into_entity);

-- Where the graph was drawn last, so that a person finds again what they saw.
CREATE TABLE entity_position (
    entity INTEGER NOT NULL PRIMARY KEY REFERENCES entity (id) ON DELETE CASCADE,
    x      REAL NOT NULL,
    y      REAL NOT NULL
) STRICT;

CREATE TABLE topic_position (
    topic INTEGER NOT NULL PRIMARY KEY REFERENCES topic (id) ON DELETE CASCADE,
    x     REAL NOT NULL,
    y     REAL NOT NULL
) STRICT;

-- The words of each name, so that a name is found by any of them without reading all names.
CREATE TABLE entity_word (
    word   TEXT NOT NULL,
    entity INTEGER NOT NULL,
    PRIMARY KEY (word, entity)
) STRICT, WITHOUT ROWID;

INSERT OR IGNORE INTO entity_word (word, entity)
WITH RECURSIVE split (entity, word, rest) AS (
    SELECT id, '', key || ' ' FROM entity
    UNION ALL
    SELECT entity, substr(rest, 1, instr(rest, ' ') - 1), substr(rest, instr(rest, ' ') + 1)
    FROM split WHERE rest <> ''
)
SELECT word, entity FROM split WHERE word <> '';

-- Every search asks which languages there are.
CREATE INDEX page_language ON page (language);
