import { join } from 'node:path'
import type { Environment } from '../shared/domain/values.ts'
import { isProgramReplaced } from '../shared/errors/program-replaced.ts'
import { RecipisaError } from '../shared/errors/recipisa-error.ts'
import { toErrorBody } from '../shared/errors/to-error-body.ts'
import type { BrowserPort } from '../shared/protocol/fetch.ts'
import type { ResultOf } from '../shared/protocol/methods.ts'
import type { Archive } from './archive/core/archive.ts'
import { archiveFolder } from './archive/core/paths.ts'
import { createBrowserTransport } from './authority/wire/transports/browser-transport.ts'
import { noTransport } from './authority/wire/transports/no-transport.ts'
import type { Transport } from './authority/wire/transports/transport.ts'
import { createUndiciTransport } from './authority/wire/transports/undici-transport.ts'
import type { ReadToken } from './certificates/module-report.ts'
import { createCapabilityParts } from './composition/capability-parts.ts'
import { createClientParts } from './composition/client-parts.ts'
import { createLazyParts } from './composition/lazy-parts.ts'
import { createOfficeMembership } from './composition/office-membership.ts'
import { createOfficeParts } from './composition/office-parts.ts'
import { createSessionParts } from './composition/session-parts.ts'
import { createStorageParts, type StorageParts } from './composition/storage-parts.ts'
import { createWireParts } from './composition/wire-parts.ts'
import { createRunner } from './jobs/runner.ts'
import { createPortWorker, createRunnerWorker, inProcessWorker, type Worker } from './jobs/worker.ts'
import { createLog } from './log/log.ts'
import { createRedactor } from './log/redact.ts'
import type { Follower } from './office/exchange/follow.ts'
import { accountName } from './process/account.ts'
import { changedProfile, configureProfile, type ProfileChanges } from './profile/configure.ts'
import { profileStamp } from './profile/load.ts'
import type { Profile } from './profile/profile.ts'
import { createTokenTransport } from './token/token-transport.ts'

export type HostOptions = {
  dataDir: string
  /** The requested profile file; undefined for the one in the data folder, or production. */
  profilePath: string | undefined
  env: NodeJS.ProcessEnv
  now: () => number
  /**
   * How long this process waits in total for the authority's pauses, ms; without it each request has its own patience.
   */
  patience?: number
  /** How requests go over the network; this process's connections by default. */
  connections?: (ca: string | null) => Transport
  /** Starts this program again: the Node executable and the program's file. */
  command: readonly [string, ...string[]]
  /** Whether the browser kills this process soon after closing the port: other processes then do the long work. */
  mayBeKilled?: boolean
  /**
   * The token whose certificate this process shows if the profile has no other access (E-28); null: the token's only
   * certificate.
   */
  token?: { driver: string; serial: string | null }
  /** This process's browser port, over which the extension makes calls with the certificate (E-28). */
  browserPort?: BrowserPort
}

/**
 * Everything the operations work with, opened on first use and then kept. A part that cannot be opened (a wrong
 * profile, a damaged database) fails only the requests that need it. The next request tries again, so a repaired file
 * heals a running host.
 */
export type Services = ReturnType<typeof createServices>

export function createServices(options: HostOptions) {
  const { dataDir, profilePath, env, now, patience, command, mayBeKilled = false, browserPort, token } = options
  const { connections = createUndiciTransport } = options
  const redactor = createRedactor()
  const log = createLog({ folder: join(dataDir, 'logs'), redactor, now, pid: process.pid })
  // Background work has nobody who could type a PIN.
  const { RECIPISA_TOKEN: _, ...ownEnv } = env
  const childEnv = { ...ownEnv, RECIPISA_DATA_DIR: dataDir, ...(profilePath ? { RECIPISA_PROFILE: profilePath } : {}) }
  // A token's driver is foreign code, and needs no secret.
  const driverEnv = { ...childEnv, RECIPISA_CLIENT_SECRET: undefined }
  const runner = createRunner({ command, env: childEnv, log })
  if (env.RECIPISA_CLIENT_SECRET) redactor.register(env.RECIPISA_CLIENT_SECRET)

  const explain = (error: unknown): RecipisaError => {
    if (error instanceof RecipisaError) return error
    // Some platform calls reject with their own error instead of the signal's reason.
    if (error instanceof Error && error.name === 'AbortError') return new RecipisaError('cancelled')
    log.error('unexpected', { error })
    if (isProgramReplaced(error)) return new RecipisaError('program-replaced', {}, { cause: error })
    const problem = redactor.redact(error instanceof Error ? error.message : String(error))
    return new RecipisaError('unexpected', { problem, log: log.file }, { cause: error })
  }

  let stamp = profileStamp({ path: profilePath, dataDir })
  let opened: Archive | undefined
  const isOvertaken = (): boolean => {
    try {
      return opened?.isOvertaken() ?? false
    } catch {
      return false // a damaged database: the requests that need it say so, and a rebuild needs none
    }
  }
  /** Throws `program-replaced` once a newer version has the archive: what this one writes may not fit it. */
  const mustBeCurrent = () => {
    if (isOvertaken()) throw new RecipisaError('program-replaced')
  }
  /**
   * Whether the profile has changed since this process last looked, or a newer version of the program has the archive
   * now: processes that it starts would use a different one.
   */
  const isStale = () => profileStamp({ path: profilePath, dataDir }) !== stamp || isOvertaken()

  const lazy = createLazyParts()
  /** The exchange with the office in the background. */
  let following: Promise<Follower | undefined> | undefined
  const storage: StorageParts = createStorageParts(lazy, {
    ...{ dataDir, profilePath, now, log },
    elsewhere: key => office.elsewhere(key),
    onOpened(archive) {
      opened = archive
      following = office.follow(archive).catch(error => void log.warn('office-not-followed', { error }))
    },
  })
  const office = createOfficeParts(lazy, { dataDir, profile: storage.profile, log, onSecret: redactor.register })
  const certificateTransport = ({ ca }: Profile): Transport => {
    if (browserPort) return createBrowserTransport(browserPort)
    return token ? createTokenTransport({ ...token, ca, command, env: driverEnv }) : noTransport
  }
  const wire = createWireParts(lazy, storage, office, { patience, now, connections, certificateTransport })
  const carrierCommand = mayBeKilled ? { command, env: childEnv } : undefined
  const sessions = createSessionParts(lazy, storage, wire, office, { env, now, log, redactor, carrierCommand })
  const clients = createClientParts(lazy, storage, wire, sessions, office, now)
  const parts = { ...storage, ...wire, ...sessions, ...clients, now, explain, log }
  const startRunner = () => {
    if (!isStale()) runner.ensureStarted()
  }
  const worker = mayBeKilled ? createRunnerWorker(startRunner, mustBeCurrent) : inProcessWorker
  const hasToken = token !== undefined && browserPort === undefined
  const capabilities = createCapabilityParts({ ...parts, startRunner, hasToken })

  /**
   * Closes everything, so that the next request reopens it. First waits for token and session requests under way: the
   * authority gives their answers only once.
   */
  const close = async (): Promise<void> => {
    const open = { http: lazy.peek(wire.http), archive: lazy.peek(storage.archive), office: lazy.peek(office.office) }
    const followed = following
    following = undefined
    const oneTimeRequests = [sessions.tokens, sessions.spvSession, sessions.portalSession].map(part =>
      lazy.peek<{ settled(): Promise<unknown> }>(part),
    )
    lazy.forget()
    await Promise.all(oneTimeRequests.map(async part => (await part)?.settled()))
    await (await open.http)?.close()
    const archive = await open.archive
    await (await followed)?.stop(office.lastWords(mayBeKilled))
    await (await open.office)?.close()
    try {
      archive?.close()
    } catch (error) {
      // It is closed all the same, and a database damaged meanwhile must not prevent its own rebuild.
      log.warn('archive-closing-failed', { error })
    }
  }

  const configure = async (changes: ProfileChanges): Promise<void> => {
    if (Object.values(changes).some(value => value !== undefined))
      configureProfile({ path: profilePath, dataDir }, changes)
    stamp = profileStamp({ path: profilePath, dataDir })
    await close()
  }

  return {
    ...parts,
    ...capabilities,
    office: createOfficeMembership({
      ...{ profile: storage.profile, archive: storage.archive, office, configure, log },
      toProblem: error => toErrorBody(explain(error)),
    }),
    dataDir,
    account: accountName,
    redactor,
    runner,
    /** Does the work that a request watches. */
    worker,
    /**
     * The same for work at the e-invoicing API, which with the certificate alone goes over the browser's port or uses
     * this process's token. Throws `certificate-needs-browser` if there is neither, before anything is recorded.
     */
    apiWorker: async (): Promise<Worker> => {
      const { access } = await storage.profile()
      if (access === 'oauth' || hasToken) return worker
      if (browserPort) return createPortWorker(browserPort)
      throw new RecipisaError('certificate-needs-browser')
    },
    isStale,
    mustBeCurrent,
    /** Reopens everything if the profile was changed elsewhere, or throws. Call this only while no request is under way. */
    async freshen(): Promise<void> {
      if (!isStale()) return
      mustBeCurrent()
      stamp = profileStamp({ path: profilePath, dataDir })
      await close()
    },
    /** The schedule on which this computer starts the program. */
    schedule: async () => {
      const { openSchedule } = await import('./schedule/open-schedule.ts')
      return openSchedule({ command, dataDir, profilePath, env })
    },
    /** The PKCS#11 modules of this computer: paths. */
    tokenModules: async (): Promise<string[]> => {
      const { findModules, thisComputer } = await import('./certificates/find-modules.ts')
      return (await findModules(thisComputer(env))).files
    },
    /** Reads the tokens of a module in a separate process. */
    readTokenModule: async (path: string, signal: AbortSignal): Promise<ReadToken[]> => {
      const { readModule } = await import('./certificates/read-module.ts')
      return readModule(path, { command, env: driverEnv, signal })
    },
    /** Deletes the authorization, the sessions and the client secret of this profile from this computer. */
    async forgetSecrets(): Promise<void> {
      const secrets = await storage.secrets()
      for (const name of ['tokens', 'session-spv', 'session-portal', 'client-secret'] as const)
        await secrets.delete(name)
    },
    /** Whether there is a secret of the OAuth application: RECIPISA_CLIENT_SECRET, or a kept one. */
    hasClientSecret: async (): Promise<boolean> =>
      Boolean(env.RECIPISA_CLIENT_SECRET) || (await (await storage.secrets()).get('client-secret')) !== undefined,
    archiveFolder: (environment: Environment): string => archiveFolder(dataDir, environment),
    /** Shows the archive's folder in the system's file manager, which needs no secret. */
    showArchiveFolder: async (): Promise<string> => {
      const { showFolder } = await import('./process/show-folder.ts')
      const folder = archiveFolder(dataDir, (await storage.profile()).environment)
      await showFolder(folder, process.platform, driverEnv)
      return folder
    },
    async configure(changes: ProfileChanges, secret: string | undefined): Promise<void> {
      if (secret !== undefined) {
        redactor.register(secret)
        const { profile } = changedProfile({ path: profilePath, dataDir }, changes)
        // The secret is stored with its application, and would be lost to the one named later.
        if (!profile.clientId) throw new RecipisaError('client-not-configured', { missing: 'client ID' })
        // The secret first: if the store refuses it, the application does not change either.
        await (await storage.secretsOf(profile)).set('client-secret', secret)
      }
      await configure(changes)
    },
    async rebuildArchive(
      progress: (value: { checked: number; total: number }) => void,
      signal: AbortSignal,
    ): Promise<ResultOf<'archive.rebuild'>> {
      await close()
      const { rebuildArchive } = await import('./archive/core/rebuild.ts')
      const rebuilt = await rebuildArchive({ dataDir, now, progress, signal })
      for (const torn of rebuilt.keptJournals) log.warn('journal-torn', torn)
      return rebuilt
    },
    close,
  }
}
