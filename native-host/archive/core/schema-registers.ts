/**
 * Tables of lookups; a step of schema.ts. None has an environment: the registers are the same for filings with and without
 * effect. `record` is what `packed.ts` makes of it, NULL where the register has no data.
 */
export const LOOKUPS_TABLES = `
  CREATE TABLE register_answers (
    cui INTEGER NOT NULL,
    register TEXT NOT NULL,
    day TEXT NOT NULL,
    answered_at INTEGER NOT NULL,
    -- inactive or struck off, by the VAT registry
    inactive INTEGER NOT NULL DEFAULT 0,
    record BLOB,
    PRIMARY KEY (cui, register, day)
  );

  CREATE TABLE statements (
    cui INTEGER NOT NULL,
    year INTEGER NOT NULL,
    answered_at INTEGER NOT NULL,
    record BLOB,
    PRIMARY KEY (cui, year)
  );

  CREATE TABLE known_companies (
    cui TEXT PRIMARY KEY,
    name TEXT,
    looked_up_at INTEGER NOT NULL,
    favourite INTEGER NOT NULL DEFAULT 0,
    note TEXT NOT NULL DEFAULT '',
    -- folded text that a search looks through
    search TEXT NOT NULL
  );
  CREATE INDEX known_by_time ON known_companies (looked_up_at DESC);

  -- Questions to the asynchronous service whose result has not been kept yet (P-07)
  CREATE TABLE async_questions (
    correlation_id TEXT PRIMARY KEY,
    day TEXT NOT NULL,
    cuis TEXT NOT NULL,
    submitted_at INTEGER NOT NULL,
    owner TEXT
  );

  -- Names of the lists that wait for a batch
  CREATE TABLE lists (
    sha256 TEXT PRIMARY KEY,
    file_name TEXT NOT NULL,
    kept_at INTEGER NOT NULL
  );

  CREATE TABLE batches (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    sha256 TEXT NOT NULL,
    file_name TEXT NOT NULL,
    registers TEXT NOT NULL,
    day TEXT NOT NULL,
    -- answers given earlier do not count, epoch ms; 'through_async': the VAT registry by its asynchronous service
    fresh_from INTEGER NOT NULL,
    through_async INTEGER NOT NULL,
    columns TEXT NOT NULL,
    "column" INTEGER NOT NULL,
    -- 'unfinished' is shown as running, paused or interrupted, by whether its owner lives and an error is there
    state TEXT NOT NULL DEFAULT 'unfinished',
    owner TEXT,
    cancel INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    ended_at INTEGER,
    "rows" INTEGER NOT NULL,
    companies INTEGER NOT NULL,
    duplicates INTEGER NOT NULL,
    wrong_check_digit INTEGER NOT NULL,
    invalid INTEGER NOT NULL,
    requests_done INTEGER NOT NULL DEFAULT 0,
    requests_total INTEGER NOT NULL DEFAULT 0,
    error TEXT
  );

  CREATE TABLE batch_rows (
    batch INTEGER NOT NULL,
    "row" INTEGER NOT NULL,
    -- position among the rows, from 0 on
    n INTEGER NOT NULL,
    cui INTEGER,
    problem TEXT,
    duplicate_of INTEGER,
    -- to be looked at: not asked, or asked in spite of a wrong check digit
    suspect INTEGER NOT NULL,
    cells TEXT NOT NULL,
    PRIMARY KEY (batch, n)
  ) WITHOUT ROWID;

  CREATE TABLE batch_failures (
    batch INTEGER NOT NULL,
    register TEXT NOT NULL,
    cui INTEGER NOT NULL,
    error TEXT NOT NULL,
    PRIMARY KEY (batch, register, cui)
  ) WITHOUT ROWID;
`
