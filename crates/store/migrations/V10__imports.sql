-- Imports, under way and ended. A batch of rows and where it ended are written in one transaction.
CREATE TABLE import_job (
    id      INTEGER NOT NULL PRIMARY KEY,
    state   TEXT NOT NULL,
    -- All rows were read; what is left is the text of pages.
    is_read INTEGER NOT NULL,
    -- JSON: which pages are wanted.
    filter  TEXT NOT NULL,
    -- JSON: after which row to go on. Empty at the beginning and at the end.
    cursor  TEXT NOT NULL,
    -- JSON: what is read and what came of it so far, as the person is told.
    report  TEXT NOT NULL
) STRICT;

CREATE TABLE import_failure (
    job    INTEGER NOT NULL REFERENCES import_job (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    -- The page whose text could not be read. Its address stands there only, and is forgotten with it.
    page   INTEGER REFERENCES page (id) ON DELETE CASCADE,
    place  TEXT NOT NULL,
    why    TEXT NOT NULL,
    PRIMARY KEY (job, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX import_failure_page ON import_failure (page);

-- Pages whose text is still to be read in the browser.
CREATE TABLE import_content (
    job  INTEGER NOT NULL REFERENCES import_job (id) ON DELETE CASCADE,
    page INTEGER NOT NULL REFERENCES page (id) ON DELETE CASCADE,
    PRIMARY KEY (job, page)
) STRICT, WITHOUT ROWID;

CREATE INDEX import_content_page ON import_content (page);

-- The folders of bookmarks that a page is in, each with its way from the root, joined by U+001F. They are topics of
-- the page, whatever its text is about.
CREATE TABLE page_folder (
    page INTEGER NOT NULL REFERENCES page (id) ON DELETE CASCADE,
    path TEXT NOT NULL,
    PRIMARY KEY (page, path)
) STRICT, WITHOUT ROWID;
