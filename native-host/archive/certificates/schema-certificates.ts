/** The known certificates; a step of schema.ts. Serials as `serialKey` writes them. */
export const CERTIFICATES_TABLES = `
  -- Certificates that were on a token, as they describe themselves (CertificateFacts as JSON)
  CREATE TABLE certificates (
    serial TEXT PRIMARY KEY,
    facts TEXT NOT NULL,
    subject TEXT NOT NULL,
    valid_until INTEGER NOT NULL,
    seen_at INTEGER NOT NULL
  ) WITHOUT ROWID;

  -- What a service last said of a company to a certificate. environment: '' for the mailbox, which has one only
  CREATE TABLE certificate_rights (
    serial TEXT NOT NULL,
    service TEXT NOT NULL,
    environment TEXT NOT NULL,
    cui TEXT NOT NULL,
    answer TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (serial, service, environment, cui)
  ) WITHOUT ROWID;
  CREATE INDEX certificate_rights_of_company ON certificate_rights (cui, service, environment);

  -- PKCS#11 modules that a person added by path
  CREATE TABLE certificate_modules (
    path TEXT PRIMARY KEY,
    added_at INTEGER NOT NULL
  ) WITHOUT ROWID;

  -- held: the last inventory names it, while 'gone' is what no certificate has any more
  ALTER TABLE spv_rights ADD COLUMN held INTEGER NOT NULL DEFAULT 0;
  UPDATE spv_rights SET held = 1 - gone;
  INSERT INTO certificate_rights (serial, service, environment, cui, answer, at)
    SELECT ltrim(upper(replace(replace(certificate_serial, ':', ''), ' ', '')), '0'), 'mailbox', '', cui, 'granted', as_of
      FROM spv_holder, spv_rights
      WHERE gone = 0 AND as_of IS NOT NULL AND ltrim(certificate_serial, '0') <> '';

  ALTER TABLE notices ADD COLUMN ends_on TEXT;
`
