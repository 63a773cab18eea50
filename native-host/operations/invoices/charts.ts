import { setImmediate } from 'node:timers/promises'
import { romaniaDay } from '../../../shared/domain/romania-time.ts'
import type { ChartMonth } from '../../../shared/protocol/invoices/charts.ts'
import { atRiskBefore } from '../../deadlines/retention.ts'
import type { Services } from '../../services.ts'
import type { Handlers } from '../core/handler.ts'
import { parseCui } from '../core/parse-cui.ts'

/** The data of the desk's charts (W-06), read from the archive without any call. */
export function chartsOperations(services: Pick<Services, 'archive' | 'now'>): Pick<Handlers, 'charts.get'> {
  return {
    'charts.get': async ({ cui: asked, months, until }) => {
      const cui = asked === undefined ? undefined : parseCui(asked)
      const now = services.now()
      const { charts } = await services.archive()
      const last = Temporal.PlainYearMonth.from(until ?? romaniaDay(now).slice(0, 7))
      const first = last.subtract({ months: months - 1 })
      const period = spanOf(first, last)
      const before = spanOf(first.subtract({ months }), first.subtract({ months: 1 }))
      const { months: found, total } = charts.months(cui, period)
      const byMonth = new Map(found.map(month => [month.month, month]))
      // The parts of an answer take a tenth of a second each for 100,000 documents: other work gets its turn in
      // between.
      await setImmediate()
      const vat = charts.vat(cui, period)
      await setImmediate()
      const customers = charts.partners('sent', cui, period, before)
      await setImmediate()
      return {
        period,
        before,
        firstDay: charts.firstDay(cui),
        months: Array.from({ length: months }, (_, at) => {
          const month = first.add({ months: at }).toString()
          return byMonth.get(month) ?? { month, sent: NONE, received: NONE }
        }),
        total,
        vat,
        customers,
        suppliers: charts.partners('received', cui, period, before),
        arrivals: { days: charts.arrivals(cui, now), edge: romaniaDay(atRiskBefore(now)) },
      }
    },
  }
}

const NONE: ChartMonth['sent'] = { count: 0, unsummed: 0, totals: [] }

function spanOf(first: Temporal.PlainYearMonth, last: Temporal.PlainYearMonth) {
  return {
    since: first.toPlainDate({ day: 1 }).toString(),
    until: last.toPlainDate({ day: last.daysInMonth }).toString(),
  }
}
