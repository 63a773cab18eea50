import { afterAll, beforeAll, expect, test } from 'vitest'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import type { InvoiceItem } from '../../shared/protocol/invoices/invoices.ts'
import type { Upload } from '../../shared/protocol/uploads.ts'
import { createRandom } from '../authority/world/random.ts'
import { archivedFiles } from '../contract/support/archived-zips.ts'
import { prepare } from '../contract/support/prepare.ts'
import { IS_LONG } from '../proof/part.ts'
import { type ArchivedOffice, openArchivedOffice, putInPlace } from './support/archived-office.ts'
import { countDisks } from './support/disk-count.ts'
import { numberOption } from './support/options.ts'
import { hasLog, TEARS } from './support/tears.ts'

const CASES = numberOption('tears', IS_LONG ? 300 : 9)

let archived: ArchivedOffice
beforeAll(async () => {
  archived = await openArchivedOffice()
})
afterAll(() => archived.close())

/** What the index says of documents and uploads, for comparing. */
const indexOf = ({ office }: ArchivedOffice) =>
  prepare(office.env, async call => {
    const { items: documents } = await call('invoices.list', { limit: 500 })
    const { items: uploads } = await call('uploads.list', { limit: 500 })
    return { documents: documents.map(ofDocument), uploads: uploads.map(told) }
  })

/** What stands in the document and its sidecar: that it was looked at is known to the database alone. */
const ofDocument = ({ unread: _, ...item }: InvoiceItem) => item

/** What a new database learns from the journal. */
const told = ({ id, state, sha256, uploadIndex, downloadId, findings }: Upload) => ({
  ...{ id, state, sha256, uploadIndex, downloadId, findings },
})

test('H-13 E-05 a torn database loses no document and no upload, and a rebuild brings the same index back', async () => {
  const { office, complete, closed } = archived
  putInPlace(complete, office.dataDir)
  expect(hasLog(office.dataDir)).toBe(true)
  const before = await indexOf(archived)
  putInPlace(complete, office.dataDir)
  const files = archivedFiles(office.dataDir)
  const broken: string[] = []
  const names = Object.keys(TEARS) as (keyof typeof TEARS)[]
  const met = new Map<string, number>()
  for (let n = 0; n < CASES; n++) {
    const name = names[n % names.length] as keyof typeof TEARS
    const random = createRandom(n)
    putInPlace(name.includes('log') || random.next() < 0.3 ? complete : closed, office.dataDir)
    TEARS[name](office.dataDir, random)
    const problems: string[] = []
    const opened = await indexOf(archived).catch((error: unknown) => error)
    const documented = !(opened instanceof Error) || isDocumented(opened)
    if (!documented) problems.push(`opening it: ${opened}`)
    const what = opened instanceof RecipisaError ? opened.reason : 'opened'
    await prepare(office.env, async call => {
      const { keptDatabase } = await call('archive.rebuild', {})
      const outcome = `${name}: ${what}, ${keptDatabase ? 'kept aside' : 'completed'}`
      met.set(outcome, (met.get(outcome) ?? 0) + 1)
      const verified = await call('archive.verify', {})
      if (verified.problems.length > 0 || verified.checked !== files.size)
        problems.push(`archive verify: ${JSON.stringify(verified)}`)
    }).catch((error: unknown) => problems.push(`rebuild: ${error}`))
    const after = await indexOf(archived).catch((error: unknown) => error)
    const difference = differenceOf(before, after)
    if (difference) problems.push(`the index differs: ${difference}`)
    const kept = archivedFiles(office.dataDir)
    if (JSON.stringify([...kept]) !== JSON.stringify([...files])) problems.push('the files are not as they were')
    if (problems.length > 0) broken.push(`case ${n}, ${name} (${what}): ${problems.join('\n')}`)
  }
  if (IS_LONG) console.info([...met].join('\n'))
  countDisks(CASES, broken.length)
  expect(broken).toEqual([])
})

function isDocumented(error: Error): boolean {
  return error instanceof RecipisaError && ['database-corrupt', 'storage-failed'].includes(error.reason)
}

type Index = Awaited<ReturnType<typeof indexOf>>

function differenceOf(before: Index, after: unknown): string | undefined {
  if (after instanceof Error) return String(after)
  const now = after as Index
  for (const [n, document] of before.documents.entries()) {
    const same = JSON.stringify(document) === JSON.stringify(now.documents[n])
    if (!same) return `${JSON.stringify(document)} is ${JSON.stringify(now.documents[n])}`
  }
  return JSON.stringify(before.uploads) === JSON.stringify(now.uploads)
    ? undefined
    : `${JSON.stringify(before.uploads)} is ${JSON.stringify(now.uploads)}`
}
