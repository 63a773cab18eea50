/**
 * The tables of a backup, in the order of their restoring. Quotas and the pace, which belong to the day, are left out;
 * so are passwords, which only the server has. `columns` is SQL; `order` gives every row its place.
 */
export const TABLES = [
  {
    table: 'seats',
    columns: 'id, name, login, role, added_at::text AS added_at, seen_at::text AS seen_at, left_at::text AS left_at',
    order: 'id',
  },
  { table: 'seat_companies', columns: 'seat, company', order: 'seat, company' },
  {
    table: 'documents',
    columns: `company, encode(sha256, 'hex') AS sha256, size, encode(body, 'base64') AS body, seat, at::text AS at`,
    order: 'company, sha256',
  },
  {
    table: 'entries',
    columns: `area, environment, key, company, body, encode(sha256, 'hex') AS sha256, seat, at::text AS at`,
    order: 'txid, seq',
  },
  {
    table: 'filings',
    columns: `id, kind, environment, company, encode(content, 'hex') AS content, state, seat, computer, number, earlier, at::text AS at, changed_at::text AS changed_at`,
    order: 'id',
  },
  { table: 'audit', columns: 'n, at::text AS at, login, seat, action, company, detail', order: 'n' },
] as const

export type BackupTable = (typeof TABLES)[number]['table']

/** The statement that writes each row of a backup: `$1` is the row as JSON. */
export const INSERTS: Readonly<Record<BackupTable, string>> = {
  seats: `INSERT INTO recipisa.seats (id, name, login, role, added_at, seen_at, left_at)
    SELECT id, name, login, role, added_at, seen_at, coalesce(left_at, clock_timestamp())
      FROM jsonb_populate_record(NULL::recipisa.seats, $1::jsonb)`,
  seat_companies:
    'INSERT INTO recipisa.seat_companies SELECT * FROM jsonb_populate_record(NULL::recipisa.seat_companies, $1::jsonb)',
  documents: `INSERT INTO recipisa.documents (company, sha256, size, body, seat, at)
    SELECT $1::jsonb->>'company', decode($1::jsonb->>'sha256', 'hex'), ($1::jsonb->>'size')::integer, decode($1::jsonb->>'body', 'base64'),
      ($1::jsonb->>'seat')::integer, ($1::jsonb->>'at')::timestamptz`,
  entries: `INSERT INTO recipisa.entries (area, environment, key, company, body, sha256, seat, at)
    SELECT $1::jsonb->>'area', $1::jsonb->>'environment', $1::jsonb->>'key', $1::jsonb->>'company', $1::jsonb->'body', decode($1::jsonb->>'sha256', 'hex'),
      ($1::jsonb->>'seat')::integer, ($1::jsonb->>'at')::timestamptz`,
  filings: `INSERT INTO recipisa.filings (id, kind, environment, company, content, state, seat, computer, number, earlier, at, changed_at)
    SELECT ($1::jsonb->>'id')::bigint, $1::jsonb->>'kind', $1::jsonb->>'environment', $1::jsonb->>'company', decode($1::jsonb->>'content', 'hex'),
      $1::jsonb->>'state', ($1::jsonb->>'seat')::integer, $1::jsonb->>'computer', $1::jsonb->>'number', nullif($1::jsonb->'earlier', 'null'), ($1::jsonb->>'at')::timestamptz, ($1::jsonb->>'changed_at')::timestamptz`,
  audit: `INSERT INTO recipisa.audit (n, at, login, seat, action, company, detail)
    SELECT ($1::jsonb->>'n')::bigint, ($1::jsonb->>'at')::timestamptz, $1::jsonb->>'login', ($1::jsonb->>'seat')::integer, $1::jsonb->>'action',
      $1::jsonb->>'company', $1::jsonb->'detail'`,
}
