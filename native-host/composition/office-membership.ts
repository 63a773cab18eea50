import type { ErrorBody } from '../../shared/errors/error-body.ts'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import type { Params, ResultOf } from '../../shared/protocol/methods.ts'
import type { OfficeState } from '../../shared/protocol/office.ts'
import type { Archive } from '../archive/core/archive.ts'
import type { Log } from '../log/log.ts'
import type { BackedUp } from '../office/backup/back-up.ts'
import type { Mirrored } from '../office/mirror/mirror.ts'
import type { Office } from '../office/office.ts'
import type { SeatLogin } from '../office/seats/seats.ts'
import type { ProfileChanges } from '../profile/configure.ts'
import type { OfficeRecord } from '../profile/office-record.ts'
import type { Profile } from '../profile/profile.ts'
import type { OfficeParts, SeatSecrets } from './office-parts.ts'

type Parts = {
  profile: () => Promise<Profile>
  archive: () => Promise<Archive>
  office: OfficeParts
  /** Writes the profile and reopens everything. */
  configure: (changes: ProfileChanges) => Promise<void>
  toProblem: (error: unknown) => ErrorBody
  log: Log
}

type Restoring = Pick<Params<'office.create'>, 'url' | 'password' | 'ca' | 'seat' | 'objectStore'> & { file: string }

/** This machine's place in an office: how it begins, its state, and how it ends. */
export function createOfficeMembership({ profile, archive, office, configure, toProblem, log }: Parts) {
  const member = async (): Promise<{ record: OfficeRecord; opened: Office }> => {
    const [{ office: record }, opened] = [await profile(), await office.office()]
    if (!record || !opened) throw new RecipisaError('office-none')
    return { record, opened }
  }

  const refuseSecond = async () => {
    const { office: record } = await profile()
    if (record) throw new RecipisaError('office-joined', { url: record.url })
  }

  /** Records this machine's seat, and begins to record changes for the office. */
  const sit = async (record: OfficeRecord, secrets: SeatSecrets) => {
    await (await office.officeSecrets(record.url)).set('office', JSON.stringify(secrets))
    await configure({ office: record })
    ;(await archive()).exchange.begin()
  }

  const status = async (): Promise<OfficeState | null> => {
    const { office: record } = await profile()
    if (!record) return null
    const { opened } = await member()
    const { exchange } = await archive()
    const own = { url: record.url, seat: record.seat, documents: record.documents }
    const here = { waiting: exchange.waiting(), conflicts: exchange.conflicts() }
    try {
      const { listSeats, readTotals } = await import('../office/seats/seats.ts')
      const [seats, shared] = [await listSeats(opened.database), await readTotals(opened.database)]
      const { storageProblem } = await opened.documents()
      const storage = storageProblem ? { storageProblem: toProblem(storageProblem) } : {}
      return { ...own, ...here, ...storage, problem: null, seats, shared }
    } catch (error) {
      return { ...own, ...here, problem: toProblem(error), seats: [], shared: null }
    }
  }
  const present = async (): Promise<OfficeState> => {
    const state = await status()
    if (!state) throw new RecipisaError('office-none')
    return state
  }

  return {
    status,
    async create({ url, password, seat, ca, storage, objectStore }: Params<'office.create'>): Promise<OfficeState> {
      const { createOffice, upgradeOffice } = await import('../office/create-office.ts')
      const { office: record } = await profile()
      if (record && isSameDatabase(record.url, url)) {
        await upgradeOffice({ url, password, ca: ca ?? record.ca ?? null })
        return present()
      }
      await refuseSecond()
      const login = await createOffice(
        { url, password, ca: ca ?? null },
        { seat, storage: storage ?? null, objectStore: objectStore ?? null },
      )
      await sit(
        { url: login.url, seat, documents: 'opened', ...(ca === undefined ? {} : { ca }) },
        { password: login.password, objectStore: objectStore ?? null },
      )
      return present()
    },
    async join({ url, password, ca, documents, objectStore }: Params<'office.join'>): Promise<OfficeState> {
      await refuseSecond()
      const { identifySeat } = await import('../office/create-office.ts')
      const { name, storage } = await identifySeat({ url, password, ca: ca ?? null })
      const { checkStorage } = await import('../office/store/objects.ts')
      checkStorage(storage, objectStore ?? null)
      await sit(
        { url, seat: name, documents, ...(ca === undefined ? {} : { ca }) },
        { password, objectStore: objectStore ?? null },
      )
      return present()
    },
    async leave(): Promise<ResultOf<'office.leave'>> {
      const { record, opened } = await member()
      const { exchange } = await archive()
      const unsent = exchange.waiting()
      try {
        const { endSeat } = await import('../office/seats/seats.ts')
        await endSeat(opened.database, record.seat)
      } catch (error) {
        // A seat can leave an office that is gone; others then end its login there.
        log.warn('office-left-unheard', { error })
      }
      exchange.end()
      await (await office.officeSecrets(record.url)).delete('office')
      await configure({ office: null })
      return { unsent }
    },
    async keep({ documents, objectStore }: Params<'office.keep'>): Promise<OfficeState> {
      const { record } = await member()
      if (objectStore) await office.keepStorageLogin(record.url, objectStore)
      // Written even unchanged: by its stamp the other processes of this machine notice a new login too.
      await configure({ office: { ...record, ...(documents === undefined ? {} : { documents }) } })
      return present()
    },
    async exchange(signal: AbortSignal): Promise<ResultOf<'office.exchange'>> {
      const { record, opened } = await member()
      const { exchange, locks, environment } = await archive()
      const { exchangeAll } = await import('../office/exchange/exchange.ts')
      const parts = { office: opened, exchange, environment, keeps: record.documents, log }
      const { problem, ...exchanged } = await locks.withLock('office', signal, () => exchangeAll(parts, signal))
      if (problem) throw problem
      return exchanged
    },
    async addSeat({ name, role, companies }: Params<'office.addSeat'>): Promise<SeatLogin & { name: string }> {
      const { record, opened } = await member()
      const { addSeat } = await import('../office/seats/seats.ts')
      return { name, ...(await addSeat(opened.database, record.url, { name, role, companies })) }
    },
    async giveCompanies({ name, companies }: Params<'office.giveCompanies'>): Promise<OfficeState> {
      const { opened } = await member()
      const { giveCompanies } = await import('../office/seats/seats.ts')
      await giveCompanies(opened.database, name, companies)
      return present()
    },
    async endSeat(name: string): Promise<OfficeState | null> {
      const { opened } = await member()
      const { endSeat } = await import('../office/seats/seats.ts')
      await endSeat(opened.database, name)
      return status()
    },
    async backUp(path: string, signal: AbortSignal): Promise<BackedUp> {
      const { opened } = await member()
      const { backUp } = await import('../office/backup/back-up.ts')
      const { exchange } = await archive()
      return backUp(opened, entry => exchange.bytes(entry), path, signal)
    },
    /** Fills an empty database from a backup; this machine becomes its first seat. */
    async restore({ file, url, password, ca, seat, objectStore }: Restoring, signal: AbortSignal): Promise<BackedUp> {
      await refuseSecond()
      const { restoreOffice } = await import('../office/backup/restore.ts')
      const { login, ...restored } = await restoreOffice({ url, password, ca: ca ?? null }, file, seat, signal)
      await sit(
        { url: login.url, seat, documents: 'opened', ...(ca === undefined ? {} : { ca }) },
        { password: login.password, objectStore: objectStore ?? null },
      )
      return restored
    },
    /** Copies all documents into a folder; one program of this machine and one seat of the office does it at a time. */
    async mirror(folder: string, template: string, signal: AbortSignal): Promise<Mirrored> {
      const { mirrorAlone } = await import('../office/mirror/mirror-alone.ts')
      const claims = (await office.office())?.claims
      return mirrorAlone({ archive: await archive(), claims, folder, template, signal })
    },
    async fileAlone(contents: readonly string[]): Promise<void> {
      await member()
      ;(await archive()).exchange.permit(contents)
    },
  }
}

/** Whether two addresses differ only in the login, if at all. */
function isSameDatabase(one: string, other: string): boolean {
  const [a, b] = [URL.parse(one), URL.parse(other)]
  return a !== null && b !== null && a.host === b.host && a.pathname === b.pathname
}
