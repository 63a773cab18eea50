import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Authority, type AuthorityOptions, CLIENT_SECRET, startAuthority } from '../../authority/authority.ts'
import { removeFolder } from '../../planted/look.ts'
import { killProcesses, signal } from '../../support/processes.ts'
import { waitFor } from '../../support/wait-for.ts'
import { HostProcess } from './host.ts'
import { type PreparedEnv, prepare } from './prepare.ts'

/** Kills the runners that this machine's hosts have started and waits until they have ended. */
export async function killRunners(dataDir: string): Promise<void> {
  await waitFor('the killed runners are gone', () => {
    const pids = runnerPids(dataDir)
    for (const pid of pids) signal(pid, 'SIGKILL')
    return pids.length === 0
  })
}

/** Process ids of the runners that this machine's hosts started and did not see end, according to their log. */
export function runnerPids(dataDir: string): number[] {
  const path = join(dataDir, 'logs', 'host.log')
  const events = existsSync(path)
    ? readFileSync(path, 'utf8')
        .trim()
        .split('\n')
        .map(line => JSON.parse(line))
    : []
  const started = events.filter(({ event }) => event === 'runner-started').map(({ runner }) => Number(runner))
  const ended = new Set(events.filter(({ event }) => event === 'runner-ended').map(({ runner }) => Number(runner)))
  return started.filter(pid => !ended.has(pid) && isRunnerOf(pid, dataDir))
}

/** Whether the process is still that runner: another process may have taken its id. */
function isRunnerOf(pid: number, dataDir: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(dataDir)
  } catch {
    return false
  }
}

/** An accountant's machine and an embedded authority: its own data folder, signed in, no companies yet. */
export type Office = {
  authority: Authority
  env: PreparedEnv
  dataDir: string
  /** Adds these companies, or all companies of the world, to the list. */
  addCompanies(cuis?: readonly string[]): Promise<void>
  /** Starts a host, as the browser does; it ends with the office. */
  startHost(): HostProcess
  close(): Promise<void>
}

export async function openOffice(options: Omit<AuthorityOptions, 'folder'> = {}): Promise<Office> {
  const folder = mkdtempSync(join(tmpdir(), 'recipisa-office-'))
  // The documented 1000 a minute would make every test wait; tests of the limit set their own.
  const limits = { requestsPerMinute: 12_000, publicRequestsPerSecond: 200, ...options.limits }
  const authority = await startAuthority({ ...options, limits, folder: join(folder, 'authority') })
  const dataDir = join(folder, 'data')
  const env = {
    RECIPISA_PROFILE: authority.profilePath,
    RECIPISA_DATA_DIR: dataDir,
    RECIPISA_CLIENT_SECRET: CLIENT_SECRET,
  }
  const tokens = JSON.stringify(await authority.issueTokens())
  await prepare(env, async (_call, services) => (await services.tokens()).import(tokens))
  const hosts: HostProcess[] = []
  return {
    authority,
    env,
    dataDir,
    async addCompanies(cuis = [...authority.world.companies.keys()]) {
      await prepare(env, call => Promise.all(cuis.map(cui => call('companies.add', { cui }))))
    },
    startHost() {
      const host = new HostProcess(env)
      hosts.push(host)
      return host
    },
    async close() {
      await Promise.all(hosts.map(host => host.close()))
      // A runner stays while an upload or a declaration is due for a check; a test's runners end with it.
      await killProcesses(`RECIPISA_DATA_DIR=${dataDir}`)
      await authority.stop()
      removeFolder(folder)
    },
  }
}
