import { startCommand } from '../../contract/support/host.ts'
import type { Row } from '../support/row.ts'
import { ROUNDS, timed } from '../support/samples.ts'
import { inOffice, ratesOf } from '../support/syncing.ts'

const HOSTS = 4
const SIZE = { companies: 40, invoicesPerCompany: 15 }
/** 100 a second. */
const LIMIT = { requestsPerMinute: 1000, windowMs: 10_000 }

/** The same work by four hosts that are started at once, and by one. */
export const row: Row = {
  async measure() {
    const [one, four, rates]: [number[], number[], number[]] = [[], [], []]
    for (let round = 0; round < ROUNDS; round++) {
      one.push((await work(1)).time)
      const { time, rate } = await work(HOSTS)
      four.push(time)
      rates.push(rate)
    }
    return {
      lines: [
        {
          measure: 'sync of 600 invoices by 4 hosts at once',
          unit: 'ms',
          ours: four,
          floor: { name: '1 host', values: one },
          limits: [{ of: 'ratio', atMost: 1.1 }],
        },
        {
          measure: 'requests a second of the 4 hosts',
          unit: '/s',
          ours: rates,
          floor: { name: 'the limit', values: rates.map(() => 100) },
          limits: [{ of: 'ratio', atMost: 1.01 }],
        },
      ],
    }
  },
}

async function work(hosts: number): Promise<{ time: number; rate: number }> {
  return inOffice(SIZE, { answerDelayMs: 100, limits: LIMIT }, async office => {
    const since = office.authority.journal.last
    const time = await timed(() =>
      Promise.all(
        Array.from({ length: hosts }, async () => {
          const { code, stderr } = await startCommand(['invoices', 'sync', '--json'], office.env).finished
          if (code !== 0) throw new Error(`a sync failed (${code}): ${stderr}`)
        }),
      ),
    )
    const requests = office.authority.journal.entries
      .filter(({ n, host }) => n > since && host.startsWith('api.'))
      .toSorted((a, b) => a.at - b.at)
    return { time, rate: Math.max(...ratesOf(requests)) }
  })
}
