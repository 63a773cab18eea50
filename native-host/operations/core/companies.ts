import { hasValidCheckDigit } from '../../../shared/domain/cui.ts'
import { toErrorBody } from '../../../shared/errors/error-body.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Services } from '../../services.ts'
import type { Handlers } from './handler.ts'
import { parseCui } from './parse-cui.ts'

type Area = 'companies.list' | 'companies.add' | 'companies.rename' | 'companies.remove'

/** The companies whose documents are archived. */
export function companiesOperations(services: Services): Pick<Handlers, Area> {
  return {
    'companies.list': async () => ({ companies: (await services.archive()).companies.list() }),
    'companies.add': async (params, { signal }) => {
      const cui = parseCui(params.cui)
      if (!hasValidCheckDigit(cui)) throw new RecipisaError('cui-check-digit', { value: cui })
      const [archive, eInvoicing] = [await services.archive(), await services.eInvoicing()]
      // A missing right is an outcome, not a failure: rights are given and taken in the portal at any time.
      const refusal = await eInvoicing.refusalOf(cui, signal)
      const company = archive.companies.put(cui, refusal ? 'denied' : 'granted')
      return { company, refusal: refusal ? toErrorBody(refusal) : null }
    },
    'companies.rename': async ({ cui: text, name }) => {
      const [cui, { companies, lookups }] = [parseCui(text), await services.archive()]
      if (!companies.get(cui)) throw new RecipisaError('company-unknown', { cui })
      lookups.mark(cui, { givenName: name })
      const company = companies.get(cui)
      if (!company) throw new RecipisaError('company-unknown', { cui })
      return { company }
    },
    'companies.remove': async params => ({
      removed: (await services.archive()).companies.remove(parseCui(params.cui)),
    }),
  }
}
