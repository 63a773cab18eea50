/**
 * The outgoing side of an office's exchange: a step of schema.ts. The tables stay empty on a machine alone; the
 * triggers that write into them are created when it joins an office.
 */
export const EXCHANGE_TABLES = `
  -- Things that changed here and that the office does not have yet; \`n\` is new with each change
  CREATE TABLE office_outbox (
    n INTEGER PRIMARY KEY AUTOINCREMENT,
    area TEXT NOT NULL,
    environment TEXT NOT NULL,
    key TEXT NOT NULL,
    company TEXT NOT NULL,
    UNIQUE (area, environment, key)
  );
  CREATE INDEX office_outbox_by_company ON office_outbox (company, n);

  -- How far this archive has read the office's news, by environment
  CREATE TABLE office_cursors (
    environment TEXT PRIMARY KEY,
    epoch TEXT NOT NULL,
    txid TEXT NOT NULL,
    seq TEXT NOT NULL,
    -- the first transaction that was news when this archive joined
    since TEXT NOT NULL
  ) WITHOUT ROWID;

  -- Documents that the office has and this archive has not; entry: SharedEntry as JSON
  CREATE TABLE office_wanted (
    area TEXT NOT NULL,
    environment TEXT NOT NULL,
    key TEXT NOT NULL,
    company TEXT NOT NULL,
    entry TEXT NOT NULL,
    PRIMARY KEY (area, environment, key)
  ) WITHOUT ROWID;

  -- One thing with two contents: here, and in the office
  CREATE TABLE office_conflicts (
    area TEXT NOT NULL,
    environment TEXT NOT NULL,
    key TEXT NOT NULL,
    company TEXT NOT NULL,
    ours TEXT NOT NULL,
    theirs TEXT NOT NULL,
    PRIMARY KEY (area, environment, key)
  ) WITHOUT ROWID;

  -- Contents that a person wants filed although the office cannot be asked
  CREATE TABLE office_permits (
    sha256 TEXT PRIMARY KEY,
    until INTEGER NOT NULL
  ) WITHOUT ROWID;

  -- The seat of an office that made this upload or request; NULL for this machine's own
  ALTER TABLE attempts ADD COLUMN seat TEXT;
  ALTER TABLE requests ADD COLUMN seat TEXT;
`

/** A later step of schema.ts. 0: goes out with everything else, when the seat joins or after a restore of the office. */
export const OUTBOX_CHANGES = 'ALTER TABLE office_outbox ADD COLUMN is_change INTEGER NOT NULL DEFAULT 1'

/** A later step of schema.ts. An archive that has read so far has also sent until then. */
export const OFFICE_SENT = `
  -- The office's transactions in which this archive sent something; it also has all that its seat wrote up to the smallest.
  -- They stay: when a seat gets other companies, its archive reads everything again
  CREATE TABLE office_sent (txid INTEGER PRIMARY KEY);
  INSERT INTO office_sent SELECT max(CAST(txid AS INTEGER)) FROM office_cursors HAVING count(*) > 0;
`

/** A later step of schema.ts: which computer of its seat this archive is. It is made once, when a filing asks for it. */
export const OFFICE_COMPUTER = 'CREATE TABLE office_computer (id TEXT PRIMARY KEY) WITHOUT ROWID'

/**
 * A later step of schema.ts: an id for each content that this archive claims. A copy from before the claim does not have it.
 */
export const OFFICE_CLAIMS = `
  ALTER TABLE office_computer ADD COLUMN sha256 TEXT;
  CREATE UNIQUE INDEX office_computer_by_content ON office_computer (sha256);
`

/** A later step of schema.ts: when the office last saw this archive, by the server's clock; by environment. */
export const OFFICE_SEEN = 'CREATE TABLE office_seen (environment TEXT PRIMARY KEY, at TEXT NOT NULL) WITHOUT ROWID'

/** A later step of schema.ts: companies that a person took off this seat's list; an entry does not bring them back. */
export const OFFICE_REMOVED = `CREATE TABLE office_removed (
  environment TEXT NOT NULL, cui TEXT NOT NULL, PRIMARY KEY (environment, cui)
) WITHOUT ROWID`

/** The seat that submitted a declaration: a later step of schema.ts. */
export const DECLARATION_SEAT = 'ALTER TABLE declarations ADD COLUMN seat TEXT'
