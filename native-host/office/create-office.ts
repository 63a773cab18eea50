import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import { type OfficeAccess, openOfficeDatabase } from './database.ts'
import { migrateOffice } from './schema/migrate.ts'
import { addSeat, type SeatLogin } from './seats/seats.ts'
import { checkStorage, type Storage, type StorageLogin } from './store/objects.ts'

export type NewOffice = {
  /** The name of the first seat, which has the role `office`. */
  seat: string
  /** The S3 store of documents; null to keep every document in the database. */
  storage: Storage | null
  /** The seat's login at the S3 store, also at that of an office of an older version. */
  objectStore?: StorageLogin | null
}

/**
 * Makes an office and its first seat in a database, as a role that owns the database and may create roles; returns the
 * seat's login. An office of an older version is brought up to date and gets another seat; if it already has the seat's
 * name, throws `office-exists`. Throws why the seat could not use the S3 store (`checkStorage`).
 */
export async function createOffice(
  owner: OfficeAccess,
  { seat, storage, objectStore = null }: NewOffice,
): Promise<SeatLogin> {
  checkStorage(storage, objectStore)
  const database = openOfficeDatabase(owner)
  try {
    // Reports a failed connection in this program's words, before the migrator does in its own.
    await database.query('SELECT 1')
    await migrateOffice(database)
    return await database.transaction(async query => {
      // Another computer may be making it at the same time.
      await query('LOCK TABLE recipisa.office IN EXCLUSIVE MODE')
      await query(`INSERT INTO recipisa.office (storage) SELECT $1 WHERE NOT EXISTS (SELECT FROM recipisa.office)`, [
        storage && JSON.stringify(storage),
      ])
      const [office] = await query<{ storage: Storage | null }>('SELECT storage FROM recipisa.office')
      checkStorage(office?.storage ?? null, objectStore)
      const [taken] = await query('SELECT 1 FROM recipisa.seats WHERE name = $1 AND left_at IS NULL', [seat])
      if (taken) throw new RecipisaError('office-exists', { url: owner.url })
      return addSeat({ query }, owner.url, { name: seat, role: 'office', companies: [] })
    })
  } finally {
    await database.close()
  }
}

/** Brings an existing office up to date, as its owner. Throws `office-missing` if there is none. */
export async function upgradeOffice(owner: OfficeAccess): Promise<void> {
  const database = openOfficeDatabase(owner)
  try {
    const [found] = await database.query<{ office: string | null }>(
      `SELECT to_regclass('recipisa.office')::text AS office`,
    )
    if (!found?.office) throw new RecipisaError('office-missing', { url: owner.url })
    await migrateOffice(database)
  } finally {
    await database.close()
  }
}

/** The seat with this login, and the office's S3 store; throws `office-missing` if the database has no office. */
export async function identifySeat(access: OfficeAccess): Promise<{ name: string; storage: Storage | null }> {
  const database = openOfficeDatabase(access)
  try {
    const [found] = await database.query<{ schema: string | null }>(
      `SELECT to_regnamespace('recipisa')::text AS schema`,
    )
    if (!found?.schema) throw new RecipisaError('office-missing', { url: access.url })
    const [seat] = await database.query<{ name: string; storage: Storage | null }>(
      'SELECT name, (SELECT storage FROM recipisa.office) AS storage FROM recipisa.seats WHERE id = recipisa.my_seat()',
    )
    if (!seat) throw new RecipisaError('office-missing', { url: access.url })
    await database.query('SELECT recipisa.seen()')
    return seat
  } finally {
    await database.close()
  }
}
