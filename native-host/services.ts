import { join } from 'node:path'
import { RecipisaError } from '../shared/errors/recipisa-error.ts'
import { PORTAL_INACTIVITY } from '../shared/pages/portal-pages.ts'
import type { ResultOf } from '../shared/protocol/methods.ts'
import type { Environment } from '../shared/protocol/values.ts'
import type { Archive } from './archive/core/archive.ts'
import { archiveFolder, openArchive } from './archive/core/open.ts'
import { rebuildArchive } from './archive/core/rebuild.ts'
import { createChecks } from './authority/efactura/checks.ts'
import { createEInvoicing } from './authority/efactura/efactura.ts'
import type { Checks, EInvoicing, UploadClient } from './authority/efactura/types.ts'
import { createUploadClient } from './authority/efactura/upload.ts'
import { createTokenProof } from './authority/oauth/token-proof.ts'
import { createDeclarationStatusPage, type DeclarationStatusPage } from './authority/portal/declaration-status-page.ts'
import { createPortal, type Portal, portalStart } from './authority/portal/portal.ts'
import { createRegisters, type Registers } from './authority/registers/registers.ts'
import { createSpv, helloUrl, type Spv } from './authority/spv/spv.ts'
import { createGateway } from './authority/wire/gateway.ts'
import { createHttp } from './authority/wire/http.ts'
import { createRunners, type Runners } from './jobs/runner.ts'
import { systemClock } from './limits/clock.ts'
import { createDailyLimits, type DailyLimits } from './limits/daily.ts'
import { JITTER, PUBLIC_JITTER } from './limits/pace.ts'
import { createPacer, inLine, type Pacer } from './limits/pacer.ts'
import { createPatience } from './limits/patience.ts'
import { createPauses, type Pauses } from './limits/pauses.ts'
import { createSpacer } from './limits/spacer.ts'
import { createLog, type Log } from './log/log.ts'
import { createRedactor, type Redactor } from './log/redact.ts'
import { configureProfile } from './profile/configure.ts'
import { loadProfile } from './profile/load.ts'
import type { Profile } from './profile/profile.ts'
import { bindingsOf } from './secrets/bindings.ts'
import { openSecrets } from './secrets/open.ts'
import type { Secrets } from './secrets/secrets.ts'
import { createCarrier } from './session/carrier.ts'
import { createGatewaySession, type GatewaySession } from './session/gateway-session.ts'
import { createTokens, type Tokens } from './session/tokens.ts'

/** How long somebody who looks up a company is kept waiting by pauses that the registers ask for, ms. */
const LOOKUP_PATIENCE = 20_000

export type HostOptions = {
  dataDir: string
  /** Profile file that was asked for; undefined for the one in the data folder, or production. */
  profilePath: string | undefined
  env: NodeJS.ProcessEnv
  now: () => number
  /** How long this process waits in all for pauses that the authority asks for, ms; each request for itself without it. */
  patience?: number
  /** Starts this program again: the Node executable and the program's file. */
  command: readonly [string, ...string[]]
  /** Whether the browser ends this process, soon after it has closed the port. */
  mayBeKilled?: boolean
}

/**
 * Everything the operations work with, opened when it is first needed and then kept. What cannot be opened (a wrong
 * profile, a damaged database) fails the requests that need it, with its reason, and no others; the next request tries
 * again, so a mended file heals a running host.
 */
export type Services = {
  readonly log: Log
  readonly redactor: Redactor
  readonly runners: Runners
  readonly now: () => number
  profile(): Promise<Profile>
  secrets(): Promise<Secrets>
  archive(): Promise<Archive>
  pacer(): Promise<Pacer>
  /** Until when which of the authority's hosts wants no call. */
  pauses(): Promise<Pauses>
  daily(): Promise<DailyLimits>
  tokens(): Promise<Tokens>
  /** The mailbox services; their calls are made with the cookies of `spvSession`. */
  spv(): Promise<Spv>
  /** The session of the mailbox. */
  spvSession(): Promise<GatewaySession>
  /** The session of the declaration portal, and the portal itself. */
  portalSession(): Promise<GatewaySession>
  portal(): Promise<Portal>
  declarationStatusPage(): Promise<DeclarationStatusPage>
  eInvoicing(): Promise<EInvoicing>
  uploadClient(): Promise<UploadClient>
  checks(): Promise<Checks>
  /** The public registers. */
  registers(): Promise<Registers>
  /** The same for somebody who waits for the answer: told of a long pause instead of waiting it out. */
  promptRegisters(): Promise<Registers>
  /** Of the OAuth application: RECIPISA_CLIENT_SECRET, else what was kept. */
  clientSecret(): Promise<string | undefined>
  archiveFolder(environment: Environment): string
  configure(
    changes: { environment?: Environment | undefined; clientId?: string | undefined; redirectUri?: string | undefined },
    clientSecret: string | undefined,
  ): Promise<void>
  rebuildArchive(
    progress: (value: { checked: number; total: number }) => void,
    signal: AbortSignal,
  ): Promise<ResultOf<'archive.rebuild'>>
  /** Makes any failure one that can be shown; a surprise is logged with its stack. */
  explain(error: unknown): RecipisaError
  close(): Promise<void>
}

export function createServices(options: HostOptions): Services {
  const { dataDir, profilePath, env, now, patience, command, mayBeKilled = false } = options
  const redactor = createRedactor()
  const log = createLog({ folder: join(dataDir, 'logs'), redactor, now, pid: process.pid })
  const runnerEnv = { ...env, RECIPISA_DATA_DIR: dataDir, ...(profilePath ? { RECIPISA_PROFILE: profilePath } : {}) }
  const runners = createRunners({ command, env: runnerEnv, log })
  if (env.RECIPISA_CLIENT_SECRET) redactor.register(env.RECIPISA_CLIENT_SECRET)

  const profile = kept(async () => loadProfile({ path: profilePath, dataDir }))
  const secrets = kept(async () => {
    const used = await profile.get()
    const scope = `${used.authUrl} ${used.clientId ?? ''}`
    return openSecrets({ dataDir, scope, bindings: bindingsOf(used), platform: process.platform })
  })
  const archive = kept(async () => {
    const { environment } = await profile.get()
    return openArchive({ dataDir, environment, now, onTornLines: torn => log.warn('journal-torn', torn) })
  })
  const pacer = kept(async () => {
    const { baseUrl, requestsPerMinute } = await profile.get()
    const { rates } = await archive.get()
    return createPacer({ rates, scope: new URL(baseUrl).host, requestsPerMinute, jitter: JITTER, clock: systemClock })
  })
  const pauses = kept(async () => createPauses((await archive.get()).rates, systemClock))
  const ofProcess = patience === undefined ? undefined : createPatience(patience, now)
  const http = kept(async () => {
    const opened = await archive.get()
    const keepAside = (name: string, bytes: Uint8Array) => opened.keepAside(name, bytes)
    const { publicUrl, statusUrl, publicRequestsPerMinute: requestsPerMinute } = await profile.get()
    const ruleOf = (url: string) => ({
      rates: opened.rates,
      scope: new URL(url).host,
      requestsPerMinute,
      clock: systemClock,
    })
    return createHttp({
      profile: await profile.get(),
      pacer: await pacer.get(),
      publicPacer: inLine(createPacer({ ...ruleOf(publicUrl), jitter: PUBLIC_JITTER })),
      publicSpacer: createSpacer(ruleOf(publicUrl)),
      statusPacer: createPacer({ ...ruleOf(statusUrl), jitter: JITTER }),
      pauses: await pauses.get(),
      patience: ofProcess,
      keepAside,
      clock: systemClock,
      random: Math.random,
    })
  })
  const tokens = kept(async () => {
    const { locks } = await archive.get()
    const parts = { http: await http.get(), profile: await profile.get(), secrets: await secrets.get(), locks }
    const carrier = mayBeKilled ? { carrier: createCarrier({ command, env: runnerEnv, log }) } : {}
    return createTokens({ ...parts, ...carrier, env, now, onSecret: redactor.register, log })
  })
  const spv = kept(async () => {
    const [wire, used] = [await http.get(), await profile.get()]
    return createSpv(wire, createGateway(wire, new URL(used.spvUrl).origin), used)
  })
  const spvSession = kept(async () => {
    const { hello, exit } = await spv.get()
    const service = { name: 'spv', startUrl: helloUrl(await profile.get()), hello, exit } as const
    const parts = { service, secrets: await secrets.get(), locks: (await archive.get()).locks }
    return createGatewaySession({ ...parts, now, onSecret: redactor.register, log })
  })
  const portal = kept(async () => {
    const [wire, used] = [await http.get(), await profile.get()]
    return createPortal({ http: wire, gateway: createGateway(wire, new URL(used.portalUrl).origin), profile: used })
  })
  const portalSession = kept(async () => {
    const { hello, exit } = await portal.get()
    const startUrl = portalStart(await profile.get())
    const service = { name: 'portal', startUrl, inactivity: PORTAL_INACTIVITY, hello, exit } as const
    const parts = { service, secrets: await secrets.get(), locks: (await archive.get()).locks }
    return createGatewaySession({ ...parts, now, onSecret: redactor.register, log })
  })
  const declarationStatusPage = kept(async () =>
    createDeclarationStatusPage({ http: await http.get(), profile: await profile.get() }),
  )
  const daily = kept(async () => {
    const { quotas } = await archive.get()
    return createDailyLimits({ quotas, bounds: (await http.get()).serverClock.bounds })
  })
  const proof = kept(async () => createTokenProof(now))
  /** What every caller of the API works with. */
  const api = async () => ({
    http: await http.get(),
    profile: await profile.get(),
    tokens: await tokens.get(),
    proof: await proof.get(),
    daily: await daily.get(),
  })
  const eInvoicing = kept(async () => createEInvoicing(await api()))
  const uploadClient = kept(async () => createUploadClient(await api()))
  const checks = kept(async () => createChecks(await api()))
  const registers = kept(async () => createRegisters({ http: await http.get(), profile: await profile.get() }))
  const promptRegisters = kept(async () =>
    createRegisters({ http: await http.get(), profile: await profile.get(), patience: LOOKUP_PATIENCE }),
  )
  const all = [
    profile,
    secrets,
    archive,
    pacer,
    pauses,
    http,
    tokens,
    spv,
    spvSession,
    portal,
    portalSession,
    declarationStatusPage,
    daily,
    proof,
    eInvoicing,
    uploadClient,
    checks,
    registers,
    promptRegisters,
  ]

  /**
   * Lets go of everything, so that the next request opens it anew; first of all what was begun with the sign-in comes to
   * its end, for what the authority gives in it is given once.
   */
  const reset = async () => {
    const open = { http: http.peek(), archive: archive.peek() }
    const lives = [tokens.peek(), spvSession.peek(), portalSession.peek()]
    for (const one of all) one.forget()
    await Promise.all(lives.map(async life => (await life)?.settled()))
    await (await open.http)?.close()
    const opened = await open.archive
    try {
      opened?.close()
    } catch (error) {
      // Closed all the same; a database that was damaged meanwhile must not keep its own rebuild from beginning.
      log.warn('archive-closing-failed', { error })
    }
  }

  const clientSecret = async () => env.RECIPISA_CLIENT_SECRET || (await (await secrets.get()).get('client-secret'))

  return {
    log,
    redactor,
    runners,
    now,
    profile: profile.get,
    secrets: secrets.get,
    archive: archive.get,
    pacer: pacer.get,
    pauses: pauses.get,
    daily: daily.get,
    tokens: tokens.get,
    spv: spv.get,
    spvSession: spvSession.get,
    portalSession: portalSession.get,
    portal: portal.get,
    declarationStatusPage: declarationStatusPage.get,
    eInvoicing: eInvoicing.get,
    uploadClient: uploadClient.get,
    checks: checks.get,
    registers: registers.get,
    promptRegisters: promptRegisters.get,
    clientSecret,
    archiveFolder: environment => archiveFolder(dataDir, environment),
    async configure(changes, secret) {
      if (secret !== undefined) redactor.register(secret)
      if (Object.values(changes).some(value => value !== undefined))
        configureProfile({ path: profilePath, dataDir }, changes)
      await reset()
      if (secret !== undefined) await (await secrets.get()).set('client-secret', secret)
    },
    async rebuildArchive(progress, signal) {
      await reset()
      const rebuilt = await rebuildArchive({ dataDir, now, progress, signal })
      for (const torn of rebuilt.keptJournals) log.warn('journal-torn', torn)
      return rebuilt
    },
    explain(error) {
      if (error instanceof RecipisaError) return error
      // Some platform calls reject with an error of their own instead of the signal's reason.
      if (error instanceof Error && error.name === 'AbortError') return new RecipisaError('cancelled')
      log.error('unexpected', { error })
      const problem = redactor.redact(error instanceof Error ? error.message : String(error))
      return new RecipisaError('unexpected', { problem, log: log.file }, { cause: error })
    },
    close: reset,
  }
}

/** A part that is made once; a failure is not kept. */
function kept<T>(make: () => Promise<T>) {
  let current: Promise<T> | undefined
  return {
    get(): Promise<T> {
      if (current) return current
      const made = make()
      current = made
      made.catch(() => {
        if (current === made) current = undefined
      })
      return made
    },
    /** The part if it has been made, undefined if it has not or could not. */
    peek: (): Promise<T | undefined> => current?.catch(() => undefined) ?? Promise.resolve(undefined),
    forget() {
      current = undefined
    },
  }
}
