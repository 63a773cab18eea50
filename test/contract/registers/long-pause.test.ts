import { afterEach, expect, test } from 'vitest'
import { openArchive } from '../../../native-host/archive/core/open.ts'
import { loadProfile } from '../../../native-host/profile/load.ts'
import type { Job } from '../../../shared/protocol/jobs.ts'
import { seedWorld } from '../../authority/world/seed.ts'
import { waitFor } from '../../support/wait-for.ts'
import { archivedFiles } from '../support/archived-zips.ts'
import { command, HostProcess } from '../support/host.ts'
import { killRunners, type Office, openOffice, runnerPids } from '../support/office.ts'

const API = 'api.localhost'
let office: Office
const hosts: HostProcess[] = []
afterEach(async () => {
  await Promise.all(hosts.splice(0).map(host => host.close()))
  await office.close()
})

const open = async () => {
  office = await openOffice({ world: now => seedWorld({ now, companies: 2, invoicesPerCompany: 20 }) })
  await office.addCompanies()
}
const asked = () => office.authority.journal.count({ host: API })
const jobs = async () => ((await command(['jobs', 'list', '--json'], office.env)).json() as { jobs: Job[] }).jobs

/** The pause is over, as on a machine whose clock has advanced this far. */
async function endPause() {
  const archive = await openArchive({ dataDir: office.dataDir, environment: 'test', now: Date.now })
  const { baseUrl } = loadProfile({ path: office.authority.profilePath, dataDir: office.dataDir })
  archive.rates.update(new URL(baseUrl).host, state => ({ state: { ...state, pausedUntil: 0 }, answer: undefined }))
  archive.close()
}

test('E-29 a sync that is told to come back in an hour ends with code 5 and the moment; a runner waits, a host goes on', async () => {
  await open()
  const effect = { kind: 'status', status: 429, retryAfterSeconds: 3600 } as const
  office.authority.faults.add({ match: { path: 'descarcare' }, nth: 5, times: 'always', effect })
  const first = await command(['invoices', 'sync', '--json'], office.env)
  expect(first.code).toBe(5)
  const { error } = first.json() as { error: { code: string; details: { params: { until: number } } } }
  expect(error.code).toBe('rate-limited')
  const { until } = error.details.params
  expect(until - Date.now()).toBeGreaterThan(3_400_000)
  const before = asked()

  // A runner has the job, and calls nobody; the next caller hears so at once.
  await waitFor('a runner has taken the job over', async () => (await jobs())[0]?.state === 'running')
  expect((await jobs())[0]).toMatchObject({ progress: { phase: 'paused', pausedUntil: until } })
  for (const args of [
    ['invoices', 'sync'],
    ['invoices', 'status', '123'],
  ]) {
    const again = await command([...args, '--json'], office.env)
    expect([again.code, again.json()]).toMatchObject([5, { error: { details: { params: { until } } } }])
  }
  const said = await command(['invoices', 'sync'], { ...office.env, LANG: 'ro_RO.UTF-8' })
  expect(said.stderr).toMatch(
    /Prea multe cereri la ANAF: următoarea se poate trimite după \d\d\.\d\d\.\d{4}, \d\d:\d\d/,
  )
  expect((await command(['jobs', 'list'], office.env)).stdout).toMatch(/until/)
  expect(asked()).toBe(before)
  expect(runnerPids(office.dataDir)).toHaveLength(1)

  await killRunners(office.dataDir)
  office.authority.faults.clear()
  await endPause()
  const host = new HostProcess(office.env)
  hosts.push(host)
  const { job } = await host.request('jobs.latest', {})
  const followed = await host.request('jobs.follow', { id: job?.id ?? 0 })
  expect(followed.job).toMatchObject({ state: 'done', result: { failed: 0 } })
  expect(archivedFiles(office.dataDir).size).toBe(40)
})
