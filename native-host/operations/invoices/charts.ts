import { romaniaDay } from '../../../shared/domain/romania-time.ts'
import type { ChartMonth } from '../../../shared/protocol/invoices/charts.ts'
import { atRiskBefore } from '../../deadlines/retention.ts'
import type { Services } from '../../services.ts'
import type { Handlers } from '../core/handler.ts'
import { parseCui } from '../core/parse-cui.ts'

/** What the desk's charts show (W-06), read from the archive without any call. */
export function chartsOperations(services: Services): Pick<Handlers, 'charts.get'> {
  return {
    'charts.get': async ({ cui: asked, months, until }) => {
      const cui = asked === undefined ? undefined : parseCui(asked)
      const now = services.now()
      const { charts } = await services.archive()
      const last = Temporal.PlainYearMonth.from(until ?? romaniaDay(now).slice(0, 7))
      const first = last.subtract({ months: months - 1 })
      const period = spanOf(first, last)
      const before = spanOf(first.subtract({ months }), first.subtract({ months: 1 }))
      const found = new Map(charts.months(cui, period).map(month => [month.month, month]))
      return {
        period,
        before,
        firstDay: charts.firstDay(cui),
        months: Array.from({ length: months }, (_, at) => {
          const month = first.add({ months: at }).toString()
          return found.get(month) ?? { month, sent: NONE, received: NONE }
        }),
        vat: charts.vat(cui, period),
        customers: charts.partners('sent', cui, period, before),
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
