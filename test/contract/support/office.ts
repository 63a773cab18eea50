import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Authority, type AuthorityOptions, CLIENT_SECRET, startAuthority } from '../../authority/authority.ts'
import { command, type Env, HostProcess } from './host.ts'

/** An accountant's machine beside an embedded authority: its own data folder, signed in, no company yet. */
export type Office = {
  authority: Authority
  env: Env
  dataDir: string
  /** Puts these companies, or all of the world, on the list. */
  addCompanies(cuis?: readonly string[]): Promise<void>
  close(): Promise<void>
}

export async function openOffice(options: Omit<AuthorityOptions, 'folder'> = {}): Promise<Office> {
  const folder = mkdtempSync(join(tmpdir(), 'recipisa-office-'))
  // The documented 1000 a minute would make every test wait; those about the limit name their own.
  const limits = { requestsPerMinute: 12_000, ...options.limits }
  const authority = await startAuthority({ ...options, limits, folder: join(folder, 'authority') })
  const dataDir = join(folder, 'data')
  const env = {
    RECIPISA_PROFILE: authority.profilePath,
    RECIPISA_DATA_DIR: dataDir,
    RECIPISA_CLIENT_SECRET: CLIENT_SECRET,
  }
  const imported = await command(['auth', 'import', '-'], env, JSON.stringify(await authority.issueTokens()))
  if (imported.code !== 0) throw new Error(imported.stderr)
  return {
    authority,
    env,
    dataDir,
    async addCompanies(cuis = [...authority.world.companies.keys()]) {
      const host = new HostProcess(env)
      await Promise.all(cuis.map(cui => host.request('companies.add', { cui })))
      await host.close()
    },
    async close() {
      await authority.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
