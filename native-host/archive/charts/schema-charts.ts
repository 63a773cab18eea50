/**
 * VAT by rate of each described invoice. A step of schema.ts. `side` is that of the journals: `sale` or `purchase` by
 * the invoice's own parties. `percent`: empty without a rate; `currency`: empty where the document names none; `vat`:
 * hundredths with the journal's sign. An invoice whose amounts cannot be read has no row.
 *
 * Documents described earlier are read again after the next sync, as `recipisa archive rebuild` would do it.
 */
export const CHARTS_TABLES = `
  CREATE TABLE invoice_vat (
    message INTEGER NOT NULL,
    percent TEXT NOT NULL,
    side TEXT NOT NULL,
    currency TEXT NOT NULL,
    vat INTEGER NOT NULL,
    PRIMARY KEY (message, percent)
  ) WITHOUT ROWID;

  UPDATE messages SET undescribed = 'waiting', describe_attempts = 0
    WHERE state = 'archived' AND invoice IS NOT NULL AND undescribed IS NULL;
`
