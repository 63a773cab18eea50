import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { createRandom } from '../../authority/world/random.ts'
import { command, type Finished } from '../../contract/support/host.ts'
import type { Office } from '../../contract/support/office.ts'
import { processesEnded } from '../../support/processes.ts'
import { type ArchivedOffice, putInPlace } from './archived-office.ts'
import { type Filing, inventFilings } from './filings.ts'
import { settle } from './settle.ts'
import type { SmallDisk } from './small-disk.ts'

const DEEDS = ['sync', 'upload', 'export'] as const
/** Room on a full disk, bytes: from nothing to more than some of the deeds take. */
const ROOM = [0, 4096, 8192, 16_384, 32_768, 65_536, 131_072, 262_144, 524_288, 1_048_576, 2_097_152, 4_194_304]

/** The office with its data folder on the small disk. */
export function onDisk({ office }: ArchivedOffice, { folder }: SmallDisk): Office {
  const dataDir = join(folder, 'data')
  return { ...office, dataDir, env: { ...office.env, RECIPISA_DATA_DIR: dataDir } }
}

/**
 * Has something done on a disk that becomes full, and once more when there is room again. Returns whether the disk stopped
 * it, and what was lost or told wrongly.
 */
export async function tryFullDisk(
  archived: ArchivedOffice,
  disk: SmallDisk,
  n: number,
): Promise<{ wasStopped: boolean; problems: string[] }> {
  const office = onDisk(archived, disk)
  const output = join(disk.folder, 'facturi.zip')
  const random = createRandom(n)
  const deed = DEEDS[n % DEEDS.length] ?? 'sync'
  const room = random.pick(ROOM) + random.between(0, 3) * 1024
  putInPlace(deed === 'export' ? archived.closed : archived.fresh, office.dataDir)
  const filings = deed === 'upload' ? inventFilings(office, random) : []
  const args = argsOf(deed, filings, output)
  disk.leave(room)
  const onFull = await command(args, office.env)
  const problems = [problemOf(onFull), partOf(output)]
  disk.makeRoom()
  rmSync(output, { force: true })
  problems.push(...(await settle(office, filings)))
  if (deed === 'export') problems.push(problemOf(await command(args, office.env), 'with room again'), partOf(output))
  rmSync(output, { force: true })
  await processesEnded(`RECIPISA_DATA_DIR=${office.dataDir}`)
  const told = problems.filter(problem => problem !== undefined)
  return { wasStopped: onFull.code !== 0, problems: told.map(one => `case ${n}, ${deed}, ${room} bytes left: ${one}`) }
}

function argsOf(deed: (typeof DEEDS)[number], filings: readonly Filing[], output: string): string[] {
  if (deed === 'sync') return ['invoices', 'sync', '--json']
  if (deed === 'export') return ['invoices', 'export', '--output', output, '--json']
  return ['invoices', 'upload', ...filings.map(({ path }) => path), '--yes', '--json']
}

/** Undefined if everything was done, or the disk was told of in the documented way. */
function problemOf({ code, stdout, stderr }: Finished, when = 'on the full disk'): string | undefined {
  const isTold = /"code": ?"storage"/.test(stdout) && when === 'on the full disk'
  return code === 0 || isTold ? undefined : `${when}, exit ${code}: ${stdout.slice(-2000)}${stderr}`
}

/** The documents handed to a person are whole. */
function partOf(output: string): string | undefined {
  if (!existsSync(output)) return undefined
  try {
    unzipSync(readFileSync(output))
    return undefined
  } catch (error) {
    return `a part of the export lies there: ${error}`
  }
}
