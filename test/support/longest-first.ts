import { readFileSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take longer than their size suggests, the longest first. */
const LONG = [
  'test/browser/accessibility',
  'test/browser/asleep',
  'test/browser/strange-pages',
  'test/contract/invoices/sync',
  'test/contract/declarations/declarations',
  'test/contract/session/unwatched',
  'test/contract/registers/long-list',
  'test/contract/mailbox/requests',
  'test/contract/packages/',
  'test/contract/registers/batches',
  'test/contract/uploads/upload-once',
  'test/contract/mailbox/mailbox',
  'test/contract/registers/lookups',
  'test/contract/invoices/known-missing',
  'test/contract/declarations/portal-wire',
  'test/contract/uploads/status-answers',
  'test/contract/office/office',
  'test/contract/host/command-line',
  'test/contract/invoices/kill',
  'test/contract/invoices/export-lists',
  'test/contract/seats/command-line',
  'native-host/archive/',
  'native-host/reading/',
  'test/load/batch-pace',
  'test/load/request-limit',
]

/** A file's own environment, as its first comment names it. */
const ENVIRONMENT = /@vitest-environment ([\w-]+)/

/** The kind of worker that a file needs: that of its project and environment. */
function workerOf({ project, moduleId }: TestSpecification): string {
  const [, environment = ''] = ENVIRONMENT.exec(readFileSync(moduleId, 'utf8')) ?? []
  return `${project.name} ${environment}`
}

/**
 * Starts long files first, so that no worker ends alone with one. Files for the same kind of worker follow each other: Vitest
 * ends a worker as soon as the next file needs another kind, and the new one loads everything anew.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const index = LONG.findIndex(path => moduleId.includes(`/${path}`))
      return index === -1 ? LONG.length : index
    }
    // Vitest's own order: last time's failures, then by the last run's durations, or by size without one.
    const sorted = (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
    return [...Map.groupBy(sorted, workerOf).values()].flat()
  }
}
