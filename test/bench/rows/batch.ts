import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withCheckDigit } from '../../authority/world/companies.ts'
import { startCommand } from '../../contract/support/host.ts'
import { openOffice } from '../../contract/support/office.ts'
import type { Row } from '../support/row.ts'

const CUIS = 10_000
/** Nearly twice the real rate of one a second; at a higher one the machine's own milliseconds would use up the 2 %. */
const PER_SECOND = 1.8

/** The questions of one batch, in five parts: 100 questions of 100 companies. */
export const row: Row = {
  async measure() {
    const office = await openOffice({ limits: { publicRequestsPerSecond: PER_SECOND } })
    try {
      mkdirSync(office.dataDir, { recursive: true })
      const [list, output] = [join(office.dataDir, 'list.csv'), join(office.dataDir, 'result.csv')]
      writeFileSync(
        list,
        ['CUI', ...Array.from({ length: CUIS }, (_, n) => withCheckDigit(String(200_000 + n)))].join('\r\n'),
      )
      const args = ['companies', 'lookup', '--file', list, '--output', output]
      const { code, stderr } = await startCommand(args, office.env).finished
      if (code !== 0) throw new Error(`the batch failed (${code}): ${stderr}`)
      const moments = office.authority.journal
        .find({ host: 'webservicesp.localhost' })
        .map(({ at }) => at)
        .sort((a, b) => a - b)
      const part = (moments.length - 1) / 5
      const spans = [0, 1, 2, 3, 4].map(
        at => ((moments[Math.round((at + 1) * part)] ?? 0) - (moments[Math.round(at * part)] ?? 0)) / 1000,
      )
      return {
        lines: [
          {
            measure: '10,000 CUIs in a batch, each fifth',
            unit: 's',
            ours: spans,
            floor: { name: 'the rule of one a second, scaled', values: spans.map(() => part / PER_SECOND) },
            limits: [{ of: 'ratio', atMost: 1.02 }],
          },
        ],
      }
    } finally {
      await office.close()
    }
  },
}
