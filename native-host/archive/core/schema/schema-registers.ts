/**
 * Tables of lookups; a step of schema.ts. They have no environment: test and production use the same registers. `record`
 * is packed by `packed.ts`, and NULL if the register has no data.
 */
export const LOOKUPS_TABLES = `
  CREATE TABLE register_answers (
    cui INTEGER NOT NULL,
    register TEXT NOT NULL,
    day TEXT NOT NULL,
    answered_at INTEGER NOT NULL,
    -- inactive or struck off according to the VAT registry
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
    -- folded text for searches
    search TEXT NOT NULL
  );
  CREATE INDEX known_by_time ON known_companies (looked_up_at DESC);

  -- Questions to the asynchronous service whose result was not stored yet (P-07)
  CREATE TABLE async_questions (
    correlation_id TEXT PRIMARY KEY,
    day TEXT NOT NULL,
    cuis TEXT NOT NULL,
    submitted_at INTEGER NOT NULL,
    owner TEXT
  );

  -- File names of the lists from which batches can begin
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
    -- answers from before this moment do not count; through_async: asks the VAT registry's asynchronous service
    fresh_from INTEGER NOT NULL,
    through_async INTEGER NOT NULL,
    columns TEXT NOT NULL,
    "column" INTEGER NOT NULL,
    -- 'unfinished' is shown as interrupted if its owner is dead, as paused if there is an error, else as running
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
    -- position among the rows, from 0
    n INTEGER NOT NULL,
    cui INTEGER,
    problem TEXT,
    duplicate_of INTEGER,
    -- worth a look: not looked up, or looked up in spite of a wrong check digit
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
