import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { OfficeDatabase } from '../database.ts'
import { FUNCTIONS } from './functions.ts'
import { RIGHTS } from './rights.ts'
import { TABLES } from './tables.ts'

type Migrated = Pick<OfficeDatabase, 'pool' | 'transaction' | 'explain'>

const step = (text: string): Migration => ({
  async up(db) {
    await sql.raw(text).execute(db)
  },
})

/** The steps of the schema, by name, in order. A released step never changes: a change of the schema is a new step. */
const STEPS: Readonly<Record<string, Migration>> = {
  '0001': step(`${TABLES}\n${RIGHTS}\n${FUNCTIONS}`),
}

/** The schema version of this program. */
const SCHEMA_VERSION = Object.keys(STEPS).length

/**
 * Seats write nowhere but in the office. Recipisa looks for nothing in this schema, but a person's SQL client does. One
 * that belongs to somebody else is left to them.
 */
const CLOSE_PUBLIC = `DO $$ BEGIN
  REVOKE CREATE ON SCHEMA public FROM PUBLIC;
EXCEPTION WHEN insufficient_privilege OR invalid_schema_name THEN NULL;
END $$`

/** Brings the schema `recipisa` up to date, as its owner; the steps are taken in one transaction. Throws what prevented it. */
export async function migrateOffice({ pool, transaction, explain }: Migrated): Promise<void> {
  const migrator = new Migrator({
    db: new Kysely({ dialect: new PostgresDialect({ pool }) }),
    provider: { getMigrations: async () => ({ ...STEPS }) },
    migrationTableSchema: 'recipisa',
    migrationTableName: 'schema_steps',
    migrationLockTableName: 'schema_lock',
  })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined) throw explain(error)
  await transaction(async query => {
    // PostgreSQL refuses a grant while another computer grants the same.
    await query('LOCK TABLE recipisa.schema_steps IN EXCLUSIVE MODE')
    await query('GRANT SELECT ON recipisa.schema_steps TO recipisa_office, recipisa_clerk, recipisa_reader')
    await query(CLOSE_PUBLIC)
  })
}

/** Throws `office-older` or `office-newer` if the office's schema is not this program's. */
export function checkVersion(version: number): void {
  if (version < SCHEMA_VERSION) throw new RecipisaError('office-older')
  if (version > SCHEMA_VERSION) throw new RecipisaError('office-newer')
}
