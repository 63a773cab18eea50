import * as v from 'valibot'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import type { Archive, Rates } from '../archive/core/archive.ts'
import type { EInvoicing, UploadClient } from '../authority/efactura/types.ts'
import type { Portal } from '../authority/portal/portal.ts'
import type { Spv } from '../authority/spv/spv.ts'
import { systemClock } from '../limits/clock.ts'
import type { SharedCounters } from '../limits/daily.ts'
import type { Pacer } from '../limits/pacer.ts'
import type { Pauses } from '../limits/pauses.ts'
import type { Log } from '../log/log.ts'
import type { Follower } from '../office/exchange/follow.ts'
import type { Office } from '../office/office.ts'
import type { StorageLogin } from '../office/store/objects.ts'
import type { Profile } from '../profile/profile.ts'
import type { Secrets } from '../secrets/secrets.ts'
import type { LazyParts, Part } from './lazy-parts.ts'

type Options = {
  dataDir: string
  profile: Part<Profile>
  log: Log
  onSecret: (value: string) => void
}

/** A seat's secrets in the credential store, as JSON. */
const SeatSecrets = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    password: v.string(),
    objectStore: v.optional(v.nullable(v.object({ accessKeyId: v.string(), secretAccessKey: v.string() })), null),
  }),
)
export type SeatSecrets = v.InferOutput<typeof SeatSecrets>

/**
 * How long the remaining outgoing entries may take at the end of a process, ms: one that may be killed, and any other.
 */
const LAST_WORDS = { killable: 1000, other: 10_000 }

/**
 * The office of this machine, if it is a seat, and the guards before the authority's clients. Outside an office every
 * client stays unchanged, and no part of `office/` is loaded.
 */
export function createOfficeParts({ part }: LazyParts, { dataDir, profile, log, onSecret }: Options) {
  const officeSecrets = async (url: string): Promise<Secrets> => {
    const { openSecrets } = await import('../secrets/open.ts')
    return openSecrets({ dataDir, scope: `office ${url}`, platform: process.platform })
  }
  /** A value that cannot be read counts as none. The parser's message, which quotes it, goes nowhere. */
  const readSecrets = async (url: string): Promise<SeatSecrets | undefined> => {
    const kept = v.safeParse(SeatSecrets, await (await officeSecrets(url)).get('office'))
    return kept.success ? kept.output : undefined
  }

  const office = part(async (): Promise<Office | undefined> => {
    const { office: record, environment } = await profile()
    if (!record) return undefined
    const { password = null, objectStore = null } = (await readSecrets(record.url)) ?? {}
    if (password !== null) onSecret(password)
    if (objectStore !== null) onSecret(objectStore.secretAccessKey)
    const { openOffice } = await import('../office/office.ts')
    return openOffice({ url: record.url, ca: record.ca ?? null, password, objectStore }, environment)
  })

  /** The guards over the authority's clients; undefined outside an office. */
  const guards = async (archive: Archive) => {
    const opened = await office()
    if (!opened) return undefined
    const { createGuards } = await import('../office/guards/create-guards.ts')
    return createGuards(opened, archive)
  }

  return {
    office,
    officeSecrets,
    /** Gives this seat a login at the S3 store, or another one. */
    async keepStorageLogin(url: string, objectStore: StorageLogin): Promise<void> {
      const kept = await readSecrets(url)
      if (!kept) throw new RecipisaError('office-password-missing')
      await (await officeSecrets(url)).set('office', JSON.stringify({ ...kept, objectStore }))
    },
    /** Documents that this machine knows but does not have. */
    elsewhere: async (key: { company: string; sha256: string }) => {
      const opened = await office()
      return opened && (await opened.documents()).read(key)
    },
    /** Begins to exchange in the background; undefined outside an office. */
    async follow(archive: Archive): Promise<Follower | undefined> {
      const opened = await office()
      const { office: record, environment } = await profile()
      if (!opened || !record) return undefined
      const { followOffice } = await import('../office/exchange/follow.ts')
      const { exchange, locks } = archive
      return followOffice({ office: opened, exchange, locks, environment, keeps: record.documents, log })
    },
    lastWords: (mayBeKilled: boolean) => (mayBeKilled ? LAST_WORDS.killable : LAST_WORDS.other),
    shareEInvoicing: async (client: EInvoicing, archive: Archive): Promise<EInvoicing> =>
      (await guards(archive))?.eInvoicing(client) ?? client,
    shareUploads: async (client: UploadClient, archive: Archive): Promise<UploadClient> =>
      (await guards(archive))?.uploads(client) ?? client,
    sharePortal: async (portal: Portal, archive: Archive): Promise<Portal> =>
      (await guards(archive))?.portal(portal) ?? portal,
    shareSpv: async (spv: Spv, archive: Archive): Promise<Spv> => (await guards(archive))?.spv(spv) ?? spv,
    /** Daily counters over all seats; undefined outside an office. */
    sharedCounters: async (): Promise<SharedCounters | undefined> => {
      const opened = await office()
      if (!opened) return undefined
      const { shareCounters } = await import('../office/guards/shared-counters.ts')
      return shareCounters(opened.quotas)
    },
    /** The pacer of one of the authority's hosts, shared by all seats in an office. */
    async sharePacer(pacer: Pacer, rates: Rates, host: string, spacing: number): Promise<Pacer> {
      const opened = await office()
      if (!opened) return pacer
      const { sharePacer } = await import('../office/guards/shared-pacer.ts')
      const { createToldPauses } = await import('../office/guards/told-pauses.ts')
      const told = createToldPauses(rates, systemClock)
      return sharePacer(pacer, { pace: opened.pace, told, host, spacing, clock: systemClock })
    },
    /** The pauses that hold for this machine: in an office, also the colleagues'. */
    async sharePauses(pauses: Pauses, rates: Rates): Promise<Pauses> {
      if (!(await office())) return pauses
      const { createToldPauses, sharePauses } = await import('../office/guards/told-pauses.ts')
      return sharePauses(pauses, createToldPauses(rates, systemClock))
    },
  }
}

export type OfficeParts = ReturnType<typeof createOfficeParts>
