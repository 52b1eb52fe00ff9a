-- Files of earlier versions whose contents are in these tables now. Written by the store itself.
CREATE TABLE imported_file (
    path        TEXT NOT NULL PRIMARY KEY,
    imported_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))
) STRICT, WITHOUT ROWID;

-- Marks the file as ours ("TabW"), so that `tabwright restore` takes no other program's file.
PRAGMA application_id = 0x54616257;
