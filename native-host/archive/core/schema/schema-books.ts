/** The tables for getting invoices into the accounting program: a step of the schema. */
export const BOOKS_TABLES = `
  -- State and note of an invoice in the books of one company. Rows exist only for what somebody or an export has marked,
  -- and outlive the list entry: books.jsonl holds them too. By upload index, because a self-billed document has two
  -- entries (E-17).
  CREATE TABLE books (
    environment TEXT NOT NULL,
    cui TEXT NOT NULL,
    upload_index TEXT NOT NULL,
    state TEXT NOT NULL,
    -- of the state; NULL where only the note was changed
    changed_at INTEGER,
    changed_by TEXT,
    note TEXT NOT NULL DEFAULT '',
    export_id INTEGER,
    PRIMARY KEY (environment, cui, upload_index)
  ) WITHOUT ROWID;

  CREATE TABLE book_exports (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    environment TEXT NOT NULL,
    format TEXT NOT NULL,
    at INTEGER NOT NULL,
    by TEXT NOT NULL,
    invoices INTEGER NOT NULL,
    file_name TEXT NOT NULL,
    size INTEGER NOT NULL,
    sha256 TEXT NOT NULL
  );

  -- File names of their bytes
  CREATE TABLE book_export_files (
    sha256 TEXT PRIMARY KEY,
    file_name TEXT NOT NULL,
    kept_at INTEGER NOT NULL
  ) WITHOUT ROWID;

  -- Comparisons with ledgers, the latest few; Agreement and AgreementRow as JSON
  CREATE TABLE agreements (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    environment TEXT NOT NULL,
    agreement TEXT NOT NULL
  );
  CREATE TABLE agreement_rows (
    agreement INTEGER NOT NULL,
    n INTEGER NOT NULL,
    finding TEXT NOT NULL,
    row TEXT NOT NULL,
    PRIMARY KEY (agreement, n)
  ) WITHOUT ROWID;
  CREATE INDEX agreement_rows_found ON agreement_rows (agreement, finding, n);
`
