import { join } from 'node:path'
import * as v from 'valibot'
import { table } from '../../native-host/cli/terminal/terminal.ts'
import { METHODS } from '../../shared/protocol/methods.ts'
import type { Sandbox } from '../../test/browser/support/machine/sandbox.ts'
import { run } from '../../test/support/run-program.ts'

/** The built host program. */
export const HOST = join(import.meta.dirname, '../../dist/recipisa.js')

/** The archive's contents, company by company, from the command line; a self-billed document counts as both. */
export async function summary(sandbox: Sandbox): Promise<string> {
  const host = async (...args: string[]) => JSON.parse(await run(process.execPath, [HOST, '--json', ...args], sandbox))
  const { companies } = v.parse(METHODS['companies.list'].result, await host('companies', 'list'))
  const rows = companies.map(async ({ cui, name }) => {
    const answer = await host('invoices', 'list', '--cui', cui, '--limit', '500')
    const { items } = v.parse(METHODS['invoices.list'].result, answer)
    const entries = items.flatMap(item => (item.direction === 'both' ? ['sent', 'received'] : [item.kind]))
    const count = (...kinds: string[]) => String(entries.filter(kind => kinds.includes(kind)).length)
    const archived = items.filter(({ state }) => state === 'archived')
    const zips = archived.length + archived.filter(({ direction }) => direction === 'both').length
    return [
      name ?? '',
      cui,
      count('sent'),
      count('received'),
      count('errors'),
      count('buyer-message', 'other'),
      String(zips),
    ]
  })
  const heads = ['Company', 'CUI', 'sent', 'received', 'errors', 'other', 'archived']
  return table(heads, await Promise.all(rows), [2, 3, 4, 5, 6])
}
