import type { PostgresServer } from '../../test/contract/support/postgres.ts'

/** Parts of each table: each company belongs to one. */
export const PARTS = 64

/**
 * Replaces an empty office's documents and entries by partitioned tables, by hash of the company. A unique key of a
 * partitioned table has its partition key in it: an entry is then one by company, area, environment and key.
 */
export async function partition(server: PostgresServer, database: string): Promise<void> {
  const parts = (table: string) =>
    Array.from(
      { length: PARTS },
      (_, part) =>
        `CREATE TABLE recipisa.${table}_${part} PARTITION OF recipisa.${table} FOR VALUES WITH (MODULUS ${PARTS}, REMAINDER ${part});`,
    ).join('\n')
  const rules = (table: string) => `
    ALTER TABLE recipisa.${table} ENABLE ROW LEVEL SECURITY;
    CREATE POLICY reading ON recipisa.${table} FOR SELECT
      USING ((SELECT recipisa.sees_all()) OR company = ANY ((SELECT recipisa.my_companies())::text[]));
    CREATE POLICY adding ON recipisa.${table} FOR INSERT WITH CHECK (true);
    CREATE POLICY changing ON recipisa.${table} FOR UPDATE USING (true);
    GRANT SELECT, INSERT ON recipisa.${table} TO recipisa_office;
    ALTER TABLE recipisa.${table} OWNER TO gestiune;`
  await server.run(
    database,
    `ALTER TABLE recipisa.entries RENAME TO entries_whole;
    ALTER TABLE recipisa.documents RENAME TO documents_whole;
    CREATE TABLE recipisa.documents (LIKE recipisa.documents_whole INCLUDING DEFAULTS INCLUDING CONSTRAINTS,
      PRIMARY KEY (company, sha256)) PARTITION BY HASH (company);
    CREATE TABLE recipisa.entries (LIKE recipisa.entries_whole INCLUDING DEFAULTS, PRIMARY KEY (area, environment, key, company),
      FOREIGN KEY (company, sha256) REFERENCES recipisa.documents) PARTITION BY HASH (company);
    DROP TABLE recipisa.entries_whole, recipisa.documents_whole CASCADE;
    CREATE INDEX entries_news ON recipisa.entries (txid, seq);
    CREATE TRIGGER news AFTER INSERT OR UPDATE ON recipisa.entries
      FOR EACH STATEMENT EXECUTE FUNCTION recipisa.tell_news();
    ${parts('documents')} ${parts('entries')} ${rules('documents')} ${rules('entries')}`,
  )
}
