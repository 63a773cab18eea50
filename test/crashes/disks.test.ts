import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRandom } from '../authority/world/random.ts'
import { command, type Finished } from '../contract/support/host.ts'
import type { Office } from '../contract/support/office.ts'
import { IS_LONG } from '../proof/part.ts'
import { processesEnded } from '../support/processes.ts'
import { type ArchivedOffice, openArchivedOffice, putInPlace } from './support/archived-office.ts'
import { countDisks } from './support/disk-count.ts'
import { type Filing, inventFilings } from './support/filings.ts'
import { numberOption } from './support/options.ts'
import { settle } from './support/settle.ts'
import { mountSmallDisk } from './support/small-disk.ts'

const MEGABYTES = 32
const DEEDS = ['sync', 'upload', 'export'] as const
const LEVELS = numberOption('levels', IS_LONG ? 90 : 3)
/** Room on a full disk, bytes: from nothing to nearly what the deed takes. */
const ROOM = [0, 4096, 8192, 16_384, 32_768, 65_536, 131_072, 262_144, 524_288, 1_048_576, 2_097_152, 4_194_304]

let archived: ArchivedOffice
beforeAll(async () => {
  archived = await openArchivedOffice()
})
afterAll(() => archived.close())

const disk = mountSmallDisk(MEGABYTES)
afterAll(() => disk?.unmount())

/** What came of a deed that a disk may have stopped; it has told of that in the documented way, or has done everything. */
function problemOf({ code, stdout, stderr }: Finished): string | undefined {
  if (code === 0) return undefined
  const error = /"code": ?"storage"/.test(stdout)
  return error ? undefined : `exit ${code}: ${stdout.slice(-2000)}${stderr}`
}

test.skipIf(disk === undefined)('H-13 a full disk at any moment loses nothing, and is told', async () => {
  if (!disk) return
  const office: Office = { ...archived.office, dataDir: join(disk.folder, 'data') }
  office.env = { ...office.env, RECIPISA_DATA_DIR: office.dataDir }
  const output = join(disk.folder, 'facturi.zip')
  const broken: string[] = []
  let stopped = 0
  for (let n = 0; n < LEVELS; n++) {
    const random = createRandom(n)
    const deed = DEEDS[n % DEEDS.length] as (typeof DEEDS)[number]
    const room = random.pick(ROOM) + random.between(0, 3) * 1024
    putInPlace(deed === 'export' ? archived.complete : archived.fresh, office.dataDir)
    const filings = deed === 'upload' ? inventFilings(office, random) : []
    const args = argsOf(deed, filings, output)
    disk.leave(room)
    const onFull = await command(args, office.env)
    if (onFull.code !== 0) stopped += 1
    const problems = [problemOf(onFull), partOf(output)]
    disk.makeRoom()
    rmSync(output, { force: true })
    problems.push(...(await settle(office, filings)))
    if (deed !== 'upload') {
      const again = await command(args, office.env)
      if (again.code !== 0) problems.push(`with room again: exit ${again.code} ${again.stdout}${again.stderr}`)
    }
    const verified = await command(['archive', 'verify', '--json'], office.env)
    if (verified.code !== 0) problems.push(`archive verify: ${verified.stdout}${verified.stderr}`)
    const told = problems.filter(problem => problem !== undefined)
    if (told.length > 0) broken.push(`case ${n}, ${deed} with ${room} bytes left: ${told.join('\n')}`)
    await processesEnded(`RECIPISA_DATA_DIR=${office.dataDir}`)
  }
  countDisks(LEVELS, broken.length)
  expect(broken).toEqual([])
  expect(stopped).toBeGreaterThan(0)
})

function argsOf(deed: (typeof DEEDS)[number], filings: readonly Filing[], output: string): string[] {
  if (deed === 'sync') return ['invoices', 'sync', '--json']
  if (deed === 'export') return ['invoices', 'export', '--output', output, '--json']
  return ['invoices', 'upload', ...filings.map(({ path }) => path), '--yes', '--json']
}

/** A file that a person was given is whole. */
function partOf(output: string): string | undefined {
  if (!existsSync(output)) return undefined
  try {
    unzipSync(readFileSync(output))
    return undefined
  } catch (error) {
    return `a part of the export lies there: ${error}`
  }
}

test.skipIf(disk === undefined)('H-13 a folder that cannot be written is told, and nothing in it is lost', async () => {
  if (!disk) return
  const office: Office = { ...archived.office, dataDir: join(disk.folder, 'data') }
  office.env = { ...office.env, RECIPISA_DATA_DIR: office.dataDir }
  putInPlace(archived.complete, office.dataDir)
  const [filing] = inventFilings(office, createRandom(1))
  const deeds = [
    ['invoices', 'sync'],
    ['invoices', 'upload', filing?.path ?? '', '--yes'],
    ['archive', 'rebuild'],
  ]
  disk.setReadOnly(true)
  const answers: Finished[] = []
  for (const deed of deeds) answers.push(await command([...deed, '--json'], office.env))
  disk.setReadOnly(false)
  for (const answer of answers) {
    expect(answer.code).toBe(1)
    expect(answer.json()).toMatchObject({ error: { code: 'storage', details: { reason: 'storage-failed' } } })
  }
  expect(archived.office.authority.uploadsOf(filing?.sha256 ?? '')).toEqual([])
  expect(await settle(office, [])).toEqual([])
  expect((await command(['archive', 'verify'], office.env)).code).toBe(0)
})
