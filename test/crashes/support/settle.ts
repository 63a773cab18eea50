import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { Upload } from '../../../shared/protocol/uploads.ts'
import { archivedFiles, downloadsOf } from '../../contract/support/archived-zips.ts'
import { HostProcess } from '../../contract/support/host.ts'
import type { Office } from '../../contract/support/office.ts'
import { type Filing, untruth } from './filings.ts'

/** How long the truth about each upload, and each document, may take, ms; and how many checks, where the machine is busy. */
const PATIENCE = 60_000
const CHECKS = 12

/** Has everything finished by a host that nobody kills; returns the remaining problems. */
export async function settle(office: Office, filings: readonly Filing[]): Promise<string[]> {
  const host = new HostProcess(office.env)
  const end = performance.now() + PATIENCE
  try {
    for (let checks = 1; ; checks++) {
      await host.request('invoices.sync', {})
      const { items: open } = await host.request('uploads.list', { open: true })
      for (const { id } of open) await host.request('uploads.check', { id })
      const { items } = await host.request('uploads.list', { limit: 500 })
      const problems = [...untruths(office, filings, items), ...missing(office)]
      if (problems.length > 0 && (performance.now() < end || checks < CHECKS)) continue
      const verified = await host.request('archive.verify', {})
      return [...problems, ...verified.problems.map(problem => `archive verify: ${JSON.stringify(problem)}`)]
    }
  } finally {
    await host.close()
  }
}

function untruths(office: Office, filings: readonly Filing[], all: readonly Upload[]): string[] {
  return filings.flatMap(filing => {
    const rows = all.filter(({ sha256 }) => sha256 === filing.sha256)
    const problem = untruth(office, filing, rows)
    if (problem === undefined) return []
    const { journal } = office.authority
    const requests = journal.entries.filter(({ requestSha256 }) => requestSha256 === filing.sha256)
    return [`${filing.path}: ${problem}; rows ${JSON.stringify(rows)}; journal ${JSON.stringify(requests)}`]
  })
}

/** Documents that the authority gives and the archive lacks, and vice versa. */
function missing({ authority, dataDir }: Office): string[] {
  const expected = authority.expected().flatMap(({ messages }) => messages.map(({ sha256 }) => sha256))
  const archived = [...archivedFiles(dataDir).values()]
  const lost = expected.filter(hash => !archived.includes(hash)).map(hash => `not archived: ${hash}`)
  const strange = archived.filter(hash => !expected.includes(hash)).map(hash => `archived, and not given: ${hash}`)
  const twice = archived.length > new Set(archived).size ? ['a document is archived twice'] : []
  return [...lost, ...strange, ...twice]
}

/** Remembers whose bytes are on the disk now, in their place or not; gives those ids that have been downloaded since. */
export function watchDownloads({ authority, dataDir }: Office): () => string[] {
  const incoming = globSync(join(dataDir, 'archive/*/.incoming/*.zip'))
  const names = [...archivedFiles(dataDir).keys(), ...incoming]
  const held = new Set(names.map(name => /(\d+)\.zip$/.exec(name)?.[1] ?? name))
  const before = downloadsOf(authority)
  return () =>
    [...downloadsOf(authority)].filter(([id, count]) => held.has(id) && count > (before.get(id) ?? 0)).map(([id]) => id)
}
