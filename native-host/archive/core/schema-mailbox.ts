/**
 * Tables of the SPV mailbox; a step of schema.ts. SPV is one service, whichever half of the e-invoicing a profile names:
 * nothing here carries an environment.
 */
export const MAILBOX_TABLES = `
  CREATE TABLE mail (
    n INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    cui TEXT NOT NULL,
    type TEXT NOT NULL,
    kind TEXT NOT NULL,
    details TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    -- Romania's calendar day of created_at
    created_day TEXT NOT NULL,
    -- S-03: 0 where the list gave a day only
    has_time INTEGER NOT NULL,
    -- id_solicitare of the request that it answers
    request_id TEXT,
    -- ReceiptDetails as JSON
    receipt TEXT,
    served_on TEXT,
    recorded_at INTEGER NOT NULL,
    state TEXT NOT NULL DEFAULT 'listed',
    seen INTEGER NOT NULL DEFAULT 0,
    owner TEXT,
    -- why the authority does not give the document out; the error of a failed one as JSON
    note TEXT,
    error TEXT,
    -- relative to the folder of the documents, with slashes
    path TEXT,
    sha256 TEXT,
    size INTEGER,
    archived_at INTEGER,
    -- folded text that a search looks through
    search TEXT NOT NULL
  );
  CREATE INDEX mail_by_time ON mail (created_at DESC);
  CREATE INDEX mail_by_company ON mail (cui, created_at DESC);
  CREATE INDEX mail_counted ON mail (cui, type, kind, seen);
  CREATE INDEX mail_unread ON mail (cui) WHERE seen = 0;
  CREATE INDEX mail_pending ON mail (created_at) WHERE state IN ('listed', 'failed');
  CREATE INDEX mail_of_request ON mail (request_id) WHERE request_id IS NOT NULL;
  CREATE INDEX mail_owned ON mail (owner) WHERE owner IS NOT NULL;

  -- How far the list was read: of one company, or of all rights where cui is ''
  CREATE TABLE mail_lists (
    cui TEXT PRIMARY KEY,
    listed_until INTEGER NOT NULL
  ) WITHOUT ROWID;

  -- S-02: what the certificate's holder has rights for; a right that went away stays as 'gone'
  CREATE TABLE spv_rights (
    cui TEXT PRIMARY KEY,
    gone INTEGER NOT NULL DEFAULT 0,
    -- the user was asked whether it shall be among the companies, or had put it there before
    answered INTEGER NOT NULL DEFAULT 0,
    -- the list was read for it as far back as it goes
    caught_up INTEGER NOT NULL DEFAULT 0
  ) WITHOUT ROWID;

  -- One row: whose rights these are, and when the mailbox was last brought up to date
  CREATE TABLE spv_holder (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    certificate_serial TEXT,
    as_of INTEGER,
    synced_at INTEGER
  );

  CREATE TABLE requests (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    type TEXT NOT NULL,
    cui TEXT NOT NULL,
    -- RequestParams as JSON, its fields in the order of their names
    params TEXT NOT NULL,
    -- 'requested' is shown as delivered or archived, by the message that answers it
    state TEXT NOT NULL,
    -- who sends it; 'started': its first byte may have gone out
    owner TEXT,
    started INTEGER NOT NULL DEFAULT 0,
    request_id TEXT,
    note TEXT,
    created_at INTEGER NOT NULL,
    answered_at INTEGER,
    next_check_at INTEGER,
    trouble TEXT
  );
  CREATE INDEX requests_same ON requests (type, cui, params);
  CREATE INDEX requests_open ON requests (state) WHERE state IN ('sending', 'requested');
  CREATE INDEX requests_answered ON requests (request_id) WHERE request_id IS NOT NULL;

  CREATE TABLE request_presets (
    type TEXT NOT NULL,
    params TEXT NOT NULL,
    favourite INTEGER NOT NULL DEFAULT 0,
    last_used_at INTEGER,
    PRIMARY KEY (type, params)
  ) WITHOUT ROWID;

  CREATE TABLE notices (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    -- what it is about, so that it is told once
    about TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    at INTEGER NOT NULL,
    cui TEXT,
    message_id TEXT,
    subject TEXT NOT NULL,
    served_on TEXT
  );
`
