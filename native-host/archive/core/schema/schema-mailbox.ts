/**
 * Tables of the SPV mailbox; a step of schema.ts. They have no environment: e-Factura has two, SPV only one.
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
    -- calendar day of created_at in Romania
    created_day TEXT NOT NULL,
    -- S-03: 0 if the list gave only a day
    has_time INTEGER NOT NULL,
    -- id_solicitare of the request that the message answers
    request_id TEXT,
    -- ReceiptDetails as JSON
    receipt TEXT,
    served_on TEXT,
    recorded_at INTEGER NOT NULL,
    state TEXT NOT NULL DEFAULT 'listed',
    seen INTEGER NOT NULL DEFAULT 0,
    owner TEXT,
    -- note: why the authority does not give the document out; error: of a failed download, as JSON
    note TEXT,
    error TEXT,
    -- relative to the folder of the documents, with slashes
    path TEXT,
    sha256 TEXT,
    size INTEGER,
    archived_at INTEGER,
    -- folded text for searches
    search TEXT NOT NULL
  );
  CREATE INDEX mail_by_time ON mail (created_at DESC);
  CREATE INDEX mail_by_company ON mail (cui, created_at DESC);
  CREATE INDEX mail_counted ON mail (cui, type, kind, seen);
  CREATE INDEX mail_unread ON mail (cui) WHERE seen = 0;
  CREATE INDEX mail_pending ON mail (created_at) WHERE state IN ('listed', 'failed');
  CREATE INDEX mail_of_request ON mail (request_id) WHERE request_id IS NOT NULL;
  CREATE INDEX mail_owned ON mail (owner) WHERE owner IS NOT NULL;

  -- How far the list was read for one company, or for all rights if cui is ''
  CREATE TABLE mail_lists (
    cui TEXT PRIMARY KEY,
    listed_until INTEGER NOT NULL
  ) WITHOUT ROWID;

  -- S-02: the companies and persons that the certificate's holder has rights for; a withdrawn right stays as 'gone'
  CREATE TABLE spv_rights (
    cui TEXT PRIMARY KEY,
    gone INTEGER NOT NULL DEFAULT 0,
    -- the person has answered whether to add it to the companies, or had added it before
    answered INTEGER NOT NULL DEFAULT 0,
    -- the list was read as far back as it goes
    caught_up INTEGER NOT NULL DEFAULT 0
  ) WITHOUT ROWID;

  -- One row: the certificate of these rights, and when the mailbox was last synced
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
    -- RequestParams as JSON, with the fields sorted by name
    params TEXT NOT NULL,
    -- 'requested' is shown as delivered or archived once a message answers the request
    state TEXT NOT NULL,
    -- owner: the process that sends it; started: its first byte may have gone out
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
    -- what the notice is about, so that it comes once
    about TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    at INTEGER NOT NULL,
    cui TEXT,
    message_id TEXT,
    subject TEXT NOT NULL,
    served_on TEXT
  );
`
