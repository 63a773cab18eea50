import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Archive } from '../../../native-host/archive/core/archive.ts'
import { openNewArchive } from '../../../native-host/archive/core/new-archive.fixture.ts'
import { createChecks } from '../../../native-host/authority/efactura/checks.ts'
import { createEInvoicing } from '../../../native-host/authority/efactura/efactura.ts'
import type { Checks, EInvoicing, UploadClient } from '../../../native-host/authority/efactura/types.ts'
import { createUploadClient } from '../../../native-host/authority/efactura/upload.ts'
import { certificateAccess } from '../../../native-host/authority/oauth/certificate-access.ts'
import { createTokenProof } from '../../../native-host/authority/oauth/token-proof.ts'
import {
  createDeclarationStatusPage,
  type DeclarationStatusPage,
} from '../../../native-host/authority/portal/declaration-status-page.ts'
import { createPortal, type Portal } from '../../../native-host/authority/portal/portal.ts'
import { createRegisters, type Registers } from '../../../native-host/authority/registers/registers.ts'
import { createSpv, type Spv } from '../../../native-host/authority/spv/spv.ts'
import { createGateway } from '../../../native-host/authority/wire/gateway.ts'
import { createHttp, type Http } from '../../../native-host/authority/wire/http.ts'
import type { Transport } from '../../../native-host/authority/wire/transports/transport.ts'
import { createUndiciTransport } from '../../../native-host/authority/wire/transports/undici-transport.ts'
import { type Clock, systemClock } from '../../../native-host/limits/clock.ts'
import { createDailyLimits, type DailyLimits } from '../../../native-host/limits/daily.ts'
import { JITTER, PUBLIC_JITTER } from '../../../native-host/limits/pace.ts'
import { createPacer, inLine } from '../../../native-host/limits/pacer.ts'
import { createPauses } from '../../../native-host/limits/pauses.ts'
import { createSpacer } from '../../../native-host/limits/spacer.ts'
import { loadProfile } from '../../../native-host/profile/load.ts'
import type { Profile } from '../../../native-host/profile/profile.ts'
import type { SecretName, Secrets } from '../../../native-host/secrets/secrets.ts'
import { createTokens, type Tokens } from '../../../native-host/session/tokens.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { type Authority, type AuthorityOptions, startAuthority } from '../../authority/authority.ts'
import { lookAtText, removeFolder } from '../../planted/look.ts'

/** The host's clients of the authority, as one process assembles them. */
export type Wire = {
  profile: Profile
  archive: Archive
  http: Http
  tokens: Tokens
  daily: DailyLimits
  eInvoicing: EInvoicing
  uploadClient: UploadClient
  checks: Checks
  registers: Registers
  portal: Portal
  declarationStatusPage: DeclarationStatusPage
  spv: Spv
  /** All secrets that the log must hide. */
  secretsTold: Set<string>
  warnings: string[]
  /** Ends the process; `Desk.close` ends the remaining ones. */
  close(): Promise<void>
}

export type WireOptions = {
  /** This machine's clock. */
  clock?: Clock
  profile?: Partial<Profile>
  secrets?: Secrets
  dataDir?: string
  /** The transport to every host, as built for a profile. */
  connections?: (profile: Profile) => Transport
  /** The transport to the API with the certificate on each call. */
  apiTransport?: Transport
}

export type Desk = {
  authority: Authority
  /** The machine's data folder. */
  dataDir: string
  /** The credential store's contents, which all processes share. */
  vault: Map<SecretName, string>
  /** Another process of the same user, or on another machine with its own `dataDir`. */
  wire(options?: WireOptions): Promise<Wire>
  signIn(wire: Wire, options?: { jwt?: boolean }): Promise<void>
  close(): Promise<void>
}

export const never = new AbortController().signal

/** Serial number of an enrolled person's certificate. */
export const SERIAL = '1234AA456'

/** A code as delivered by the redirect, for that person. */
export const codeFor = ({ authority }: Desk): string =>
  authority.tokens.issueCode(SERIAL, authority.profile.redirectUri)

/** The error of work that must fail with a RecipisaError. */
export async function failureOf(work: Promise<unknown>): Promise<RecipisaError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof RecipisaError) {
    lookAtText('error', `${error.stack} ${JSON.stringify(error.params)}`, 'an error')
    return error
  }
  throw new Error('it did not fail as it should', { cause: error })
}

/** This machine's clock, `offset()` ms ahead. */
export function shiftedClock(offset: () => number): Clock {
  return { now: () => Date.now() + offset(), sleep: systemClock.sleep }
}

/** A clock on which back-off and pauses take no time; `slept` lists their lengths, ms. */
export function hastyClock(): Clock & { slept: number[] } {
  const slept: number[] = []
  let ahead = 0
  return {
    slept,
    now: () => Date.now() + ahead,
    async sleep(ms, signal) {
      signal.throwIfAborted()
      slept.push(ms)
      ahead += Math.ceil(ms) // whole milliseconds, as on a real clock
    },
  }
}

export function vaultSecrets(vault: Map<SecretName, string>): Secrets {
  return {
    keptIn: 'owner-only-file',
    get: async name => vault.get(name),
    set: async (name, value) => void vault.set(name, value),
    delete: async name => void vault.delete(name),
  }
}

/** An embedded authority and a machine beside it. */
export async function openDesk(options: Omit<AuthorityOptions, 'folder'> = {}): Promise<Desk> {
  const folder = mkdtempSync(join(tmpdir(), 'recipisa-wire-'))
  // The documented 1000 a minute would make every test wait; tests about the limit set their own.
  const limits = { requestsPerMinute: 60_000, publicRequestsPerSecond: 1000, ...options.limits }
  const authority = await startAuthority({ ...options, limits, folder: join(folder, 'authority') })
  const dataDir = join(folder, 'data')
  const vault = new Map<SecretName, string>()
  const open = new Set<() => Promise<void>>()
  return {
    authority,
    dataDir,
    vault,
    async wire({ clock = systemClock, profile: changes = {}, secrets = vaultSecrets(vault), ...ways } = {}) {
      const profile = { ...loadProfile({ path: authority.profilePath, dataDir }), ...changes }
      const archive = await openNewArchive({
        dataDir: ways.dataDir ?? dataDir,
        environment: profile.environment,
        now: clock.now,
      })
      const { rates, locks, keepAside } = archive
      const scope = new URL(profile.apiUrl).host
      const pacer = createPacer({ rates, scope, requestsPerMinute: profile.requestsPerMinute, jitter: JITTER, clock })
      const ruleOf = (url: string) => ({
        rates,
        scope: new URL(url).host,
        requestsPerMinute: profile.publicRequestsPerMinute,
        clock,
      })
      const http = createHttp({
        connections: ways.connections?.(profile) ?? createUndiciTransport(profile.ca),
        apiTransport: ways.apiTransport,
        pacer,
        publicPacer: inLine(createPacer({ ...ruleOf(profile.publicUrl), jitter: PUBLIC_JITTER })),
        publicSpacer: createSpacer(ruleOf(profile.publicUrl)),
        statusPacer: createPacer({ ...ruleOf(profile.statusUrl), jitter: JITTER }),
        pauses: createPauses(rates, clock),
        keepAside,
        clock,
        random: () => 0.5,
      })
      const secretsTold = new Set<string>()
      const warnings: string[] = []
      const tokens = createTokens({
        http,
        profile,
        secrets,
        locks,
        env: { RECIPISA_CLIENT_SECRET: authority.clientSecret },
        now: clock.now,
        onSecret: value => secretsTold.add(value),
        log: { warn: event => warnings.push(event) },
      })
      const daily = createDailyLimits({ quotas: archive.quotas, bounds: http.serverClock.bounds })
      const access = profile.access === 'certificate' ? certificateAccess : tokens
      const api = { http, profile, tokens: access, proof: createTokenProof(clock.now), daily }
      const eInvoicing = createEInvoicing(api)
      const uploadClient = createUploadClient(api)
      const checks = createChecks(api)
      const registers = createRegisters(api)
      const gateway = createGateway(http, new URL(profile.portalUrl).origin)
      const portal = createPortal({ http, gateway, profile })
      const declarationStatusPage = createDeclarationStatusPage({ http, profile })
      const spv = createSpv(http, createGateway(http, new URL(profile.spvUrl).origin), profile)
      const wire = {
        profile,
        archive,
        http,
        tokens,
        daily,
        eInvoicing,
        uploadClient,
        checks,
        registers,
        portal,
        declarationStatusPage,
        spv,
        secretsTold,
        warnings,
      }
      const close = async () => {
        open.delete(close)
        await http.close()
        archive.close()
      }
      open.add(close)
      return { ...wire, close }
    },
    async signIn({ tokens }, jwtOptions = {}) {
      await tokens.import(JSON.stringify(await authority.issueTokens(jwtOptions)))
    },
    async close() {
      for (const end of open) await end()
      await authority.stop()
      removeFolder(folder)
    },
  }
}
