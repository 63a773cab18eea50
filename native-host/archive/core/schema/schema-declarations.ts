/** Marks declarations reported only by a page in the browser (`isUnconfirmed` of the protocol). A step of schema.ts. */
export const DECLARATIONS_UNCONFIRMED = `
  ALTER TABLE declarations ADD COLUMN unconfirmed INTEGER NOT NULL DEFAULT 0;
  UPDATE declarations SET unconfirmed = 1
    WHERE origin = 'portal' AND state = 'processing' AND registration_number IS NULL AND filed_on IS NULL;
`

/**
 * Tables of declarations; a step of schema.ts. They have no environment: there is only one portal, so submitted bytes
 * count as submitted in every environment.
 */
export const DECLARATIONS_TABLES = `
  CREATE TABLE declarations (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    state TEXT NOT NULL,
    origin TEXT NOT NULL,
    -- owner: the process that sends it or checks on it; started: its first byte may have gone out
    owner TEXT,
    started INTEGER NOT NULL DEFAULT 0,
    cui TEXT,
    company_name TEXT,
    form TEXT,
    year INTEGER,
    month INTEGER,
    file_name TEXT,
    sha256 TEXT,
    size INTEGER,
    filing_number TEXT,
    is_counter INTEGER NOT NULL DEFAULT 0,
    registration_number TEXT,
    filed_on TEXT,
    created_at INTEGER NOT NULL,
    checked_at INTEGER,
    next_check_at INTEGER,
    receipt_unavailable INTEGER NOT NULL DEFAULT 0,
    findings TEXT NOT NULL DEFAULT '[]',
    repeats INTEGER,
    trouble TEXT
  );
  CREATE INDEX declarations_by_content ON declarations (sha256) WHERE sha256 IS NOT NULL;
  CREATE UNIQUE INDEX declarations_by_number ON declarations (filing_number) WHERE filing_number IS NOT NULL
    AND is_counter = 0;
  CREATE UNIQUE INDEX declarations_by_counter ON declarations (filing_number, cui) WHERE is_counter = 1;
  CREATE INDEX declarations_open ON declarations (state)
    WHERE state IN ('sending', 'unknown', 'processing') OR next_check_at IS NOT NULL;
  CREATE INDEX declarations_by_company ON declarations (cui, form, year, month);

  -- The message of the mailbox that confirms a declaration (D-09)
  CREATE INDEX mail_by_filing ON mail (json_extract(receipt, '$.uploadIndex')) WHERE receipt IS NOT NULL;

  -- File names of the PDFs that were inspected or sent
  CREATE TABLE staged_declarations (
    sha256 TEXT PRIMARY KEY,
    file_name TEXT NOT NULL,
    staged_at INTEGER NOT NULL
  ) WITHOUT ROWID;

  -- Receipts in the archive, by the upload index that they confirm
  CREATE TABLE receipts (
    upload_index TEXT PRIMARY KEY,
    cui TEXT NOT NULL,
    form TEXT NOT NULL,
    -- relative to the folder of production, with slashes
    path TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    size INTEGER NOT NULL,
    archived_at INTEGER NOT NULL
  ) WITHOUT ROWID;
`

/**
 * The moment when an outcome became known: the wait for its receipt counts from then (D-08). An earlier version counted
 * from the submission, and so gave up receipts at the first check. Receipts that the authority still hands out are
 * looked for once more. A step of schema.ts.
 */
export const RECEIPT_PATIENCE = `
  ALTER TABLE declarations ADD COLUMN outcome_at INTEGER;
  UPDATE declarations SET outcome_at = coalesce(checked_at, created_at)
    WHERE state IN ('valid', 'has-errors', 'not-a-document');
  UPDATE declarations SET receipt_unavailable = 0, next_check_at = 0
    WHERE receipt_unavailable = 1 AND outcome_at IS NOT NULL
      AND coalesce(filed_on, date(created_at / 1000, 'unixepoch')) >= date('now', '-60 days');
`
