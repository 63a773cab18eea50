import { CERTIFICATES_TABLES } from '../../certificates/schema-certificates.ts'
import { CHARTS_TABLES } from '../../charts/schema-charts.ts'
import {
  DECLARATION_SEAT,
  EXCHANGE_TABLES,
  OFFICE_CLAIMS,
  OFFICE_COMPUTER,
  OFFICE_REMOVED,
  OFFICE_SEEN,
  OFFICE_SENT,
  OUTBOX_CHANGES,
} from '../../exchange/schema-exchange.ts'
import { AMOUNTS_WITH_VAT } from './schema-amounts.ts'
import { BOOKS_TABLES } from './schema-books.ts'
import { DECLARATIONS_TABLES, DECLARATIONS_UNCONFIRMED, RECEIPT_PATIENCE } from './schema-declarations.ts'
import { EXPORTS_LOCALE, EXPORTS_TABLE } from './schema-exports.ts'
import { LISTS_AT_ANY_SIZE } from './schema-lists.ts'
import { MAILBOX_TABLES } from './schema-mailbox.ts'
import { LOOKUPS_TABLES } from './schema-registers.ts'
import { SEARCH_COLUMNS } from './schema-search.ts'
import { UPLOADS_AT_ANY_SIZE } from './schema-uploads.ts'

/**
 * The schema of the database, one step for each version (`PRAGMA user_version`). A released step never changes: a change
 * of the schema is a new step. Moments are epoch ms. `owner` is the id of an `Owner` (owners.ts).
 */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE companies (
    environment TEXT NOT NULL,
    cui TEXT NOT NULL,
    rights TEXT NOT NULL,
    added_at INTEGER NOT NULL,
    listed_until INTEGER,
    synced_at INTEGER,
    PRIMARY KEY (environment, cui)
  ) WITHOUT ROWID;

  -- Names of companies from archived invoices, in a table of their own: companies come and go, documents stay.
  CREATE TABLE company_names (
    environment TEXT NOT NULL,
    cui TEXT NOT NULL,
    name TEXT NOT NULL,
    as_of INTEGER NOT NULL,
    PRIMARY KEY (environment, cui)
  ) WITHOUT ROWID;

  CREATE TABLE messages (
    n INTEGER PRIMARY KEY,
    environment TEXT NOT NULL,
    id TEXT NOT NULL,
    upload_index TEXT NOT NULL,
    cui TEXT NOT NULL,
    kind TEXT NOT NULL,
    type TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    -- calendar day of created_at in Romania
    created_day TEXT NOT NULL,
    details TEXT NOT NULL,
    seller_cui TEXT,
    buyer_cui TEXT,
    self_billed INTEGER NOT NULL,
    -- E-17: the other entry of a self-billed document; lists show one of the two
    twin_id TEXT,
    shown INTEGER NOT NULL DEFAULT 1,
    state TEXT NOT NULL DEFAULT 'listed',
    seen INTEGER NOT NULL DEFAULT 0,
    owner TEXT,
    -- the authority's note on an expired message; the error of a failed download as JSON
    note TEXT,
    error TEXT,
    -- relative to the environment's folder, with slashes
    path TEXT,
    sha256 TEXT,
    size INTEGER,
    archived_at INTEGER,
    -- InvoiceSummary as JSON
    invoice TEXT,
    -- folded text for searches
    search TEXT NOT NULL,
    UNIQUE (environment, id)
  );
  CREATE INDEX messages_by_time ON messages (environment, shown, created_at DESC);
  CREATE INDEX messages_by_company ON messages (environment, cui, shown, created_at DESC);
  CREATE INDEX messages_by_upload ON messages (environment, upload_index);
  CREATE INDEX messages_counted ON messages (environment, shown, cui, state, seen);
  CREATE INDEX messages_pending ON messages (environment, cui, created_at) WHERE state IN ('listed', 'failed');
  CREATE INDEX messages_unread ON messages (environment, cui, kind) WHERE state = 'archived' AND seen = 0 AND shown = 1;
  CREATE INDEX messages_owned ON messages (owner) WHERE owner IS NOT NULL;

  CREATE TABLE jobs (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    environment TEXT NOT NULL,
    kind TEXT NOT NULL,
    params TEXT NOT NULL,
    -- 'unfinished' is shown as running if its owner lives, else as interrupted
    state TEXT NOT NULL DEFAULT 'unfinished',
    owner TEXT,
    cancel INTEGER NOT NULL DEFAULT 0,
    started_at INTEGER NOT NULL,
    ended_at INTEGER,
    progress TEXT,
    result TEXT,
    error TEXT
  );
  CREATE UNIQUE INDEX jobs_unfinished ON jobs (environment, kind) WHERE state = 'unfinished';

  CREATE TABLE rates (
    scope TEXT PRIMARY KEY,
    next_free_at REAL NOT NULL,
    paused_until REAL NOT NULL
  ) WITHOUT ROWID;

  -- No longer used: each lock is a file (process-lock.ts).
  CREATE TABLE locks (
    name TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    ticket TEXT NOT NULL
  ) WITHOUT ROWID;

  CREATE TABLE owners (
    id TEXT PRIMARY KEY,
    beat INTEGER NOT NULL
  ) WITHOUT ROWID;
  `,
  `
  -- pdf: the PDF beside a message's ZIP, Pdf of invoice-documents.ts as JSON. refers_to: upload index of the invoice that a
  -- buyer's message is about.
  ALTER TABLE messages ADD COLUMN pdf TEXT;
  ALTER TABLE messages ADD COLUMN refers_to TEXT;
  CREATE INDEX messages_threads ON messages (environment, refers_to, cui, created_at) WHERE refers_to IS NOT NULL;

  CREATE TABLE attempts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    environment TEXT NOT NULL,
    state TEXT NOT NULL,
    -- owner: the process that sends it or checks on it; started: its first byte may have gone out
    owner TEXT,
    started INTEGER NOT NULL DEFAULT 0,
    sha256 TEXT NOT NULL,
    size INTEGER NOT NULL,
    file_name TEXT NOT NULL,
    cui TEXT NOT NULL,
    standard TEXT NOT NULL,
    flags TEXT NOT NULL,
    invoice TEXT,
    upload_index TEXT,
    download_id TEXT,
    created_at INTEGER NOT NULL,
    checked_at INTEGER,
    next_check_at INTEGER,
    findings TEXT NOT NULL DEFAULT '[]',
    corrects INTEGER,
    repeats INTEGER,
    trouble TEXT
  );
  CREATE INDEX attempts_by_content ON attempts (environment, sha256);
  CREATE UNIQUE INDEX attempts_by_upload ON attempts (environment, upload_index) WHERE upload_index IS NOT NULL;
  CREATE INDEX attempts_open ON attempts (environment, state)
    WHERE state IN ('sending', 'unknown', 'processing') OR next_check_at IS NOT NULL;
  CREATE INDEX attempts_corrections ON attempts (environment, corrects) WHERE corrects IS NOT NULL;

  -- File names of bytes that are to be sent
  CREATE TABLE staged (
    environment TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    file_name TEXT NOT NULL,
    staged_at INTEGER NOT NULL,
    PRIMARY KEY (environment, sha256)
  ) WITHOUT ROWID;

  -- PDFs made from a person's own files
  CREATE TABLE pdfs (
    environment TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    file_name TEXT NOT NULL,
    pdf_sha256 TEXT NOT NULL,
    PRIMARY KEY (environment, sha256)
  ) WITHOUT ROWID;

  -- Calls that the authority counts for each calendar day in Romania
  CREATE TABLE quotas (
    environment TEXT NOT NULL,
    operation TEXT NOT NULL,
    subject TEXT NOT NULL,
    day TEXT NOT NULL,
    used INTEGER NOT NULL,
    PRIMARY KEY (environment, day, operation, subject)
  ) WITHOUT ROWID;
  `,
  LOOKUPS_TABLES,
  MAILBOX_TABLES,
  DECLARATIONS_TABLES,
  RECEIPT_PATIENCE,
  `
  -- How often the download of a document has failed, and when the next sync may try it again
  ALTER TABLE messages ADD COLUMN failures INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE messages ADD COLUMN retry_at INTEGER;
  `,
  `
  -- Since when the note or error of a message is known; NULL in rows that are older than this column
  ALTER TABLE messages ADD COLUMN told_at INTEGER;
  ALTER TABLE mail ADD COLUMN told_at INTEGER;
  `,
  `
  -- Why an archived document is not described: 'waiting' while it is still to be described, an ErrorBody as JSON if that
  -- failed, else NULL. Attempts at describing are counted before they begin, so that one that ends the process counts too.
  -- A later step can reset both columns for a reader that can do more.
  ALTER TABLE messages ADD COLUMN undescribed TEXT;
  ALTER TABLE messages ADD COLUMN describe_attempts INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX messages_undescribed ON messages (environment, id) WHERE undescribed = 'waiting';
  `,
  DECLARATIONS_UNCONFIRMED,
  CERTIFICATES_TABLES,
  `
  -- The name that a person gave a company
  ALTER TABLE known_companies ADD COLUMN given_name TEXT;
  `,
  BOOKS_TABLES,
  SEARCH_COLUMNS,
  EXPORTS_TABLE,
  CHARTS_TABLES,
  EXPORTS_LOCALE,
  EXCHANGE_TABLES,
  DECLARATION_SEAT,
  `
  -- How long the pause was when it was asked for: a clock that is set back makes it no longer
  ALTER TABLE rates ADD COLUMN paused_for INTEGER NOT NULL DEFAULT 86400000;
  `,
  LISTS_AT_ANY_SIZE,
  `
  -- How much of a journal this database knows: its length in bytes, and the highest id in it. attempts: the table
  CREATE TABLE journals (
    attempts TEXT PRIMARY KEY,
    size INTEGER NOT NULL,
    last_id INTEGER NOT NULL
  ) WITHOUT ROWID;
  `,
  OUTBOX_CHANGES,
  AMOUNTS_WITH_VAT,
  OFFICE_SENT,
  OFFICE_COMPUTER,
  OFFICE_REMOVED,
  OFFICE_CLAIMS,
  OFFICE_SEEN,
  UPLOADS_AT_ANY_SIZE,
]
