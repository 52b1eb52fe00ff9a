-- Pages that were read. Times are milliseconds since 1970. Texts are compressed by zstd.
CREATE TABLE page (
    id            INTEGER NOT NULL PRIMARY KEY,
    -- As it is compared: without fragment and tracking parameters.
    url           TEXT NOT NULL UNIQUE,
    site          TEXT NOT NULL,
    title         TEXT NOT NULL,
    author        TEXT,
    published     TEXT,
    language      TEXT,
    kind          TEXT NOT NULL,
    origin        TEXT NOT NULL,
    quality       REAL NOT NULL,
    first_seen_ms INTEGER NOT NULL,
    last_visit_ms INTEGER NOT NULL,
    visits        INTEGER NOT NULL,
    -- When the text was seen first that is kept now.
    text_seen_ms  INTEGER NOT NULL,
    note          TEXT,
    -- SHA-256 of the text; none where only title and address are known.
    text_hash     BLOB,
    -- The words of the index were made by this version of the tokenizer; to delete them they are made again.
    tokenizer     INTEGER NOT NULL
) STRICT;

CREATE INDEX page_site ON page (site, last_visit_ms);
CREATE INDEX page_last_visit ON page (last_visit_ms);
CREATE INDEX page_visits ON page (visits);

-- What is long, apart from what every search reads.
CREATE TABLE page_content (
    page      INTEGER NOT NULL PRIMARY KEY REFERENCES page (id) ON DELETE CASCADE,
    text      BLOB NOT NULL,
    rest      BLOB NOT NULL,
    -- JSON: headings, links, texts of images, sections, site name, description, when it was modified.
    details   BLOB NOT NULL,
    -- JSON: summary, key phrases, questions.
    knowledge BLOB NOT NULL
) STRICT;

-- One vector of int8 after the other, for each chunk of the text. The encoder that made them is named.
CREATE TABLE page_vectors (
    page    INTEGER NOT NULL PRIMARY KEY REFERENCES page (id) ON DELETE CASCADE,
    encoder TEXT NOT NULL,
    vectors BLOB NOT NULL
) STRICT;

-- How often a page says each word, for ranking.
CREATE TABLE page_terms (
    page  INTEGER NOT NULL PRIMARY KEY REFERENCES page (id) ON DELETE CASCADE,
    terms BLOB NOT NULL
) STRICT;

-- One row: sums over all pages, for ranking.
CREATE TABLE page_totals (
    only_row INTEGER NOT NULL PRIMARY KEY CHECK (only_row = 1),
    pages    INTEGER NOT NULL,
    title    INTEGER NOT NULL,
    marks    INTEGER NOT NULL,
    text     INTEGER NOT NULL,
    rest     INTEGER NOT NULL
) STRICT;
INSERT INTO page_totals VALUES (1, 0, 0, 0, 0, 0);

CREATE TABLE page_visit (
    page      INTEGER NOT NULL REFERENCES page (id) ON DELETE CASCADE,
    at_ms     INTEGER NOT NULL,
    stayed_ms INTEGER,
    PRIMARY KEY (page, at_ms)
) STRICT, WITHOUT ROWID;

CREATE INDEX page_visit_at ON page_visit (at_ms);

-- What a page said earlier. `text` is compressed with the next newer text as dictionary.
CREATE TABLE page_version (
    page    INTEGER NOT NULL REFERENCES page (id) ON DELETE CASCADE,
    number  INTEGER NOT NULL,
    seen_ms INTEGER NOT NULL,
    title   TEXT NOT NULL,
    chars   INTEGER NOT NULL,
    text    BLOB NOT NULL,
    PRIMARY KEY (page, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE page_tag (
    page INTEGER NOT NULL REFERENCES page (id) ON DELETE CASCADE,
    name TEXT NOT NULL COLLATE NOCASE,
    PRIMARY KEY (page, name)
) STRICT, WITHOUT ROWID;

CREATE INDEX page_tag_name ON page_tag (name);

-- People, places and things that pages name. Names that read alike have the same key.
CREATE TABLE entity (
    id   INTEGER NOT NULL PRIMARY KEY,
    key  TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    kind TEXT NOT NULL
) STRICT;

CREATE TABLE entity_mention (
    page       INTEGER NOT NULL REFERENCES page (id) ON DELETE CASCADE,
    entity     INTEGER NOT NULL REFERENCES entity (id),
    kind       TEXT NOT NULL,
    count      INTEGER NOT NULL,
    confidence REAL NOT NULL,
    -- JSON: the first sentences that name it.
    sentences  BLOB NOT NULL,
    PRIMARY KEY (page, entity)
) STRICT, WITHOUT ROWID;

CREATE INDEX entity_mention_entity ON entity_mention (entity);

CREATE TABLE entity_relation (
    page       INTEGER NOT NULL REFERENCES page (id) ON DELETE CASCADE,
    number     INTEGER NOT NULL,
    from_name  TEXT NOT NULL,
    relation   TEXT NOT NULL,
    to_name    TEXT NOT NULL,
    confidence REAL NOT NULL,
    sentence   TEXT NOT NULL,
    PRIMARY KEY (page, number)
) STRICT, WITHOUT ROWID;

-- Topics of pages, each with its way from the root, joined by U+001F.
CREATE TABLE topic (
    id   INTEGER NOT NULL PRIMARY KEY,
    path TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL
) STRICT;

CREATE INDEX topic_name ON topic (name);

CREATE TABLE page_topic (
    page  INTEGER NOT NULL REFERENCES page (id) ON DELETE CASCADE,
    topic INTEGER NOT NULL REFERENCES topic (id),
    PRIMARY KEY (page, topic)
) STRICT, WITHOUT ROWID;

CREATE INDEX page_topic_topic ON page_topic (topic);

-- Addresses that were forgotten, as keyed hashes, so that no import brings them back.
CREATE TABLE forgotten_page (
    hash BLOB NOT NULL PRIMARY KEY
) STRICT, WITHOUT ROWID;

-- One row: the key of those hashes, and the settings as JSON.
CREATE TABLE knowledge_state (
    only_row INTEGER NOT NULL PRIMARY KEY CHECK (only_row = 1),
    hash_key BLOB NOT NULL,
    settings TEXT NOT NULL
) STRICT;

-- The words of the pages. The tokens are made by us and only separated by blanks here: SQLite's own tokenizers
-- know neither stems of other languages nor words of Chinese. Nothing of the pages is kept twice (`content=''`),
-- so that a row is deleted by giving its words again.
CREATE VIRTUAL TABLE page_words USING fts5 (
    title, marks, text, rest, content = '', tokenize = "ascii tokenchars '+#._'"
);
INSERT INTO page_words (page_words, rank) VALUES ('secure-delete', 1);
CREATE VIRTUAL TABLE page_words_vocabulary USING fts5vocab (page_words, row);

-- Words of titles, addresses and headings without stems, for as-you-type.
CREATE VIRTUAL TABLE page_prefixes USING fts5 (
    words, content = '', prefix = '2 3', tokenize = "ascii tokenchars '+#._'"
);
INSERT INTO page_prefixes (page_prefixes, rank) VALUES ('secure-delete', 1);
CREATE VIRTUAL TABLE page_prefixes_vocabulary USING fts5vocab (page_prefixes, row);
