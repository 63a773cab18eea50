/** Exports of many documents. A step of schema.ts. */
export const EXPORTS_TABLE = `
  CREATE TABLE exports (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    environment TEXT NOT NULL,
    area TEXT NOT NULL,
    format TEXT NOT NULL,
    -- NULL for a ZIP
    folder TEXT,
    file_name TEXT NOT NULL,
    -- ids of the documents, as JSON
    ids TEXT NOT NULL,
    -- 'unfinished' is shown as running if its owner lives, else as interrupted
    state TEXT NOT NULL DEFAULT 'unfinished',
    owner TEXT,
    cancel INTEGER NOT NULL DEFAULT 0,
    total INTEGER NOT NULL,
    done INTEGER NOT NULL DEFAULT 0,
    skipped INTEGER NOT NULL DEFAULT 0,
    skips TEXT NOT NULL DEFAULT '[]',
    size INTEGER,
    sha256 TEXT,
    created_at INTEGER NOT NULL,
    ended_at INTEGER,
    error TEXT
  );
  CREATE INDEX exports_unfinished ON exports (environment, id) WHERE state = 'unfinished';
`

/** The language of an export's PDFs. A step of schema.ts. */
export const EXPORTS_LOCALE = `
  ALTER TABLE exports ADD COLUMN locale TEXT NOT NULL DEFAULT 'ro';
`
