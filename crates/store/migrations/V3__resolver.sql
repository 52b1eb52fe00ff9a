-- How the names of sites are found. One row, or none for the defaults.
CREATE TABLE resolver_settings (
    only_row        INTEGER NOT NULL PRIMARY KEY CHECK (only_row = 1),
    language        TEXT NOT NULL,
    direct_provider TEXT
) STRICT;

-- The stages that are switched off.
CREATE TABLE resolver_stage_off (
    stage TEXT NOT NULL PRIMARY KEY
) STRICT, WITHOUT ROWID;

-- Names that the person gave to addresses. Two names that read alike have the same key.
CREATE TABLE named_site (
    key  TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    url  TEXT NOT NULL
) STRICT, WITHOUT ROWID;
