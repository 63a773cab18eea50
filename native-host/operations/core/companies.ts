import { hasValidCheckDigit } from '../../../shared/domain/cui.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { toErrorBody } from '../../../shared/errors/to-error-body.ts'
import { createCompanyReach } from '../../certificates/company-reach.ts'
import type { Services } from '../../services.ts'
import type { Handlers } from './handler.ts'
import { parseCui } from './parse-cui.ts'

type Area = 'companies.list' | 'companies.add' | 'companies.rename' | 'companies.remove'

/** The companies whose documents are archived. */
export function companiesOperations(services: Services): Pick<Handlers, Area> {
  return {
    'companies.list': async () => {
      const { companies, certificates } = await services.archive()
      const holders = new Map(certificates.known().map(({ facts }) => [facts.serial, facts.subject]))
      const reached = Map.groupBy(certificates.reached(), ({ cui }) => cui)
      const named = (cui: string) =>
        (reached.get(cui) ?? []).map(({ serial }) => ({ serial, holder: holders.get(serial) ?? null }))
      return { companies: companies.list().map(company => ({ ...company, certificates: named(company.cui) })) }
    },
    'companies.add': async (params, { signal }) => {
      const cui = parseCui(params.cui)
      if (!hasValidCheckDigit(cui)) throw new RecipisaError('cui-check-digit', { value: cui })
      const [archive, eInvoicing] = [await services.archive(), await services.eInvoicing()]
      const asking = await services.certificate()
      // A missing right is an outcome, not a failure: rights come and go in the portal at any time.
      const { refusal, certificate } = await eInvoicing.rightsFor(cui, signal)
      // A "no right" belongs to the certificate of the call, not to one that someone has just signed in with.
      const present = (await services.certificate()) === asking ? asking : null
      const { certificates } = archive
      const reach = createCompanyReach({ certificates, service: 'e-invoicing', present, now: services.now })
      if (certificate !== null) reach.named(certificate)
      if (!refusal) reach.granted(cui)
      // If another certificate has the right, the company does have one.
      const waiting = refusal ? reach.denied(cui) : undefined
      const company = archive.companies.put(cui, refusal && !waiting ? 'denied' : 'granted')
      const reason = waiting ?? refusal
      return { company, refusal: reason ? toErrorBody(reason) : null }
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
