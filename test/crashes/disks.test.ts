import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRandom } from '../authority/world/random.ts'
import { command, type Finished } from '../contract/support/host.ts'
import { numberOption } from '../proof/options.ts'
import { IS_LONG, recordPart } from '../proof/part.ts'
import { type ArchivedOffice, openArchivedOffice, putInPlace } from './support/archived-office.ts'
import { inventFilings } from './support/filings.ts'
import { onDisk, tryFullDisk } from './support/full-disk.ts'
import { settle } from './support/settle.ts'
import { mountSmallDisk } from './support/small-disk.ts'
import { hasLog, KINDS_OF_TEARS } from './support/tears.ts'
import { readIndex, tryTornDatabase } from './support/torn-database.ts'

const MEGABYTES = 32
const LEVELS = numberOption('levels', IS_LONG ? 90 : 2)
/** The short form does each kind of damage once. */
const TEARS = numberOption('tears', IS_LONG ? 300 : KINDS_OF_TEARS)

const startedAt = performance.now()
let tried = 0
const broken: string[] = []
const disk = mountSmallDisk(MEGABYTES)
let archived: ArchivedOffice

beforeAll(async () => {
  archived = await openArchivedOffice()
})
afterAll(async () => {
  await archived.close()
  disk?.unmount()
  recordPart({
    part: 'disks',
    promise: 'a full disk or a torn database loses no archived document',
    ids: ['H-13'],
    unit: 'cases',
    tried,
    broken: broken.length,
    seconds: (performance.now() - startedAt) / 1000,
  })
})

// Not every account may mount a disk.
test.skipIf(disk === undefined)('H-13 a disk that is full at any moment loses nothing, and is told of', async () => {
  if (!disk) return
  let stopped = 0
  const lost: string[] = []
  for (let n = 0; n < LEVELS; n++) {
    const { wasStopped, problems } = await tryFullDisk(archived, disk, n)
    if (wasStopped) stopped += 1
    lost.push(...problems)
    tried += 1
  }
  broken.push(...lost)
  expect(lost).toEqual([])
  expect(stopped).toBeGreaterThan(0)
})

test.skipIf(disk === undefined)(
  'H-13 a folder that cannot be written is told of, and nothing in it is lost',
  async () => {
    if (!disk) return
    const office = onDisk(archived, disk)
    putInPlace(archived.complete, office.dataDir)
    const [filing] = inventFilings(office, createRandom(1))
    const upload = ['invoices', 'upload', filing?.path ?? '', '--yes']
    const answers: Finished[] = []
    disk.setReadOnly(true)
    for (const deed of [['invoices', 'sync'], upload, ['archive', 'rebuild']])
      answers.push(await command([...deed, '--json'], office.env))
    disk.setReadOnly(false)
    for (const { code, json } of answers) {
      expect(code).toBe(1)
      expect(json()).toMatchObject({ error: { code: 'storage', details: { reason: 'storage-failed' } } })
    }
    expect(archived.office.authority.uploadsOf(filing?.sha256 ?? '')).toEqual([])
    expect(await settle(office, [])).toEqual([])
  },
)

test('H-13 E-05 a torn database loses no document and no upload, and a rebuild brings the same index back', async () => {
  const { office, complete } = archived
  putInPlace(complete, office.dataDir)
  expect(hasLog(office.dataDir)).toBe(true)
  const before = await readIndex(office)
  let refused = 0
  const lost: string[] = []
  for (let n = 0; n < TEARS; n++) {
    const { wasRefused, problems } = await tryTornDatabase(archived, before, n)
    if (wasRefused) refused += 1
    lost.push(...problems)
    tried += 1
  }
  broken.push(...lost)
  expect(lost).toEqual([])
  expect(refused).toBeGreaterThan(0)
})
