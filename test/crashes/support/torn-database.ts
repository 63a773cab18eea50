import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { InvoiceItem } from '../../../shared/protocol/invoices/invoices.ts'
import type { Upload } from '../../../shared/protocol/uploads.ts'
import { createRandom } from '../../authority/world/random.ts'
import { archivedFiles } from '../../contract/support/archived-zips.ts'
import type { Office } from '../../contract/support/office.ts'
import { prepare } from '../../contract/support/prepare.ts'
import { type ArchivedOffice, putInPlace } from './archived-office.ts'
import { TEARS } from './tears.ts'

/** The index's data on documents and uploads. */
export type Index = Awaited<ReturnType<typeof readIndex>>

export const readIndex = ({ env }: Office) =>
  prepare(env, async call => {
    const { items: documents } = await call('invoices.list', { limit: 500 })
    const { items: uploads } = await call('uploads.list', { limit: 500 })
    // Those of one minute are in the order in which they were written down.
    const byId = documents.toSorted((a, b) => Number(a.id) - Number(b.id))
    return { documents: byId.map(ofDocument), uploads: uploads.map(ofUpload) }
  })

/** The contents of the document and its sidecar: only the database knows that it was viewed. */
const ofDocument = ({ unread: _, ...item }: InvoiceItem) => item

/** The journal's data for a new database. */
const ofUpload = ({ id, state, sha256, uploadIndex, downloadId, findings }: Upload) => ({
  ...{ id, state, sha256, uploadIndex, downloadId, findings },
})

/** Tears the database of a complete archive, and rebuilds it. Returns losses and undocumented differences. */
export async function tryTornDatabase({ office, complete, closed }: ArchivedOffice, before: Index, n: number) {
  const names = Object.keys(TEARS) as (keyof typeof TEARS)[]
  const name = names[n % names.length] ?? 'it is empty'
  const random = createRandom(n)
  putInPlace(name.includes('log') || random.next() < 0.3 ? complete : closed, office.dataDir)
  const files = JSON.stringify([...archivedFiles(office.dataDir)])
  TEARS[name](office.dataDir, random)
  const problems: string[] = []
  const opened = await readIndex(office).catch((error: unknown) => error)
  if (opened instanceof Error && !isDocumented(opened)) problems.push(`opening it: ${opened.stack}`)
  const rebuilt = await prepare(office.env, async call => {
    await call('archive.rebuild', {})
    return call('archive.verify', {})
  }).catch((error: unknown) => error)
  if (rebuilt instanceof Error) problems.push(`rebuilding it: ${rebuilt.stack}`)
  else if (JSON.stringify(rebuilt) !== JSON.stringify({ checked: before.documents.length, problems: [] }))
    problems.push(`archive verify: ${JSON.stringify(rebuilt)}`)
  const after = await readIndex(office).catch((error: unknown) => error)
  const difference = after instanceof Error ? after.stack : differenceOf(before, after as Index)
  if (difference) problems.push(`the index differs: ${difference}`)
  if (JSON.stringify([...archivedFiles(office.dataDir)]) !== files) problems.push('the files are not as they were')
  const what = opened instanceof RecipisaError ? opened.reason : 'opened'
  return { wasRefused: opened instanceof Error, problems: problems.map(one => `case ${n}, ${name} (${what}): ${one}`) }
}

function isDocumented(error: Error): boolean {
  return error instanceof RecipisaError && ['database-corrupt', 'storage-failed'].includes(error.reason)
}

function differenceOf(before: Index, after: Index): string | undefined {
  const pairs = [
    ...before.documents.map((item, at) => [item, after.documents[at]]),
    ...before.uploads.map((item, at) => [item, after.uploads[at]]),
  ].map(pair => pair.map(item => JSON.stringify(item)))
  const [was, is] = pairs.find(([one, other]) => one !== other) ?? []
  return was === is ? undefined : `${was} is ${is}`
}
