import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { agreeWithLedger, inspectLedger } from '../../capabilities/books/agree.ts'
import type { Services } from '../../services.ts'
import { fitAnswer } from '../core/fit-answer.ts'
import type { Handlers } from '../core/handler.ts'
import { parseCui } from '../core/parse-cui.ts'
import { whyMissing } from '../invoices/missing-document.ts'

type Area = Extract<keyof Handlers, `ledgers.${string}`>

/** Ledgers to compare with the archive. */
export function ledgersOperations(services: Services): Pick<Handlers, Area> {
  return {
    'ledgers.inspect': async ({ fileName, data, columns = {} }) =>
      inspectLedger(await services.archive(), { bytes: Buffer.from(data, 'base64'), fileName, columns }),
    'ledgers.agree': async ({ cui, columns = {}, since, until, ...request }, watch) => {
      const archive = await services.archive()
      const ports = { archive, whyMissing: (id: string) => whyMissing(archive, id), now: services.now }
      const given = { ...columns, side: request.direction }
      const asked = { ...request, columns: given, since, until, cui: parseCui(cui) }
      return { agreement: await agreeWithLedger(ports, asked, watch) }
    },
    'ledgers.rows': async ({ id, ...query }) => {
      const { agreements } = await services.archive()
      const agreement = agreements.get(id)
      if (!agreement) throw new RecipisaError('agreement-unknown', { id })
      const { items, total } = agreements.rows(id, query)
      return { agreement, items: fitAnswer(items), total }
    },
  }
}
