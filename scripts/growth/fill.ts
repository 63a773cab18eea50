import type { PostgresServer } from '../../test/contract/support/postgres.ts'

/** Number of the office's companies with documents. */
export const COMPANIES = 2000

/** The content of an invoice's entry, as long as an invented office's: 0.9 KB as text. */
const BODY = `jsonb_build_object('message', jsonb_build_object('id', n::text, 'uploadIndex', (5000000000 + n)::text,
    'cui', (10000000 + n % ${COMPANIES})::text, 'kind', 'received', 'type', 'FACTURA PRIMITA', 'createdAt', 1790000000000 + n,
    'details', 'Factura cu id_incarcare=' || (5000000000 + n) || ' emisa de cif_emitent=361757 pentru cif_beneficiar=' || (10000000 + n % ${COMPANIES}),
    'sellerCui', '361757', 'buyerCui', (10000000 + n % ${COMPANIES})::text, 'selfBilled', false),
  'archived', jsonb_build_object('size', 12000 + n % 4000, 'refersTo', null, 'undescribed', null,
    'lineWords', 'caramizi ' || md5(n::text) || ' transport ' || md5((n + 1)::text),
    'vat', jsonb_build_array(jsonb_build_object('percent', '21', 'currency', 'RON', 'vat', n % 10000)),
    'invoice', jsonb_build_object('number', 'FCT-' || n, 'issueDate', '2026-11-19', 'sellerName', 'Furnizor ' || n % 5000 || ' SRL',
      'sellerCui', '361757', 'buyerName', 'Firma ' || n % ${COMPANIES} || ' SRL', 'payableAmount', (n % 100000)::text || '.50', 'currency', 'RON')))`

/** Adds the entries and documents from `from` up to `to`, whose bytes lie in an S3 store. */
export async function fill(server: PostgresServer, database: string, from: number, to: number): Promise<void> {
  // Foreign keys are checked row by row, which takes longer than everything else; these rows fit by construction.
  await server.run(
    database,
    `SET session_replication_role = replica;
    INSERT INTO recipisa.documents (company, sha256, size, body, seat)
      SELECT (10000000 + n % ${COMPANIES})::text, sha256(n::text::bytea), 12000 + n % 4000, NULL, 1 FROM generate_series(${from}, ${to - 1}) n;
    INSERT INTO recipisa.entries (area, environment, key, company, body, sha256, seat)
      SELECT 'invoices', 'prod', n::text, (10000000 + n % ${COMPANIES})::text, ${BODY}, sha256(n::text::bytea), 1
        FROM generate_series(${from}, ${to - 1}) n;
    RESET session_replication_role;
    ANALYZE recipisa.documents, recipisa.entries`,
  )
}
