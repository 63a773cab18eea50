import type { ErrorBody } from '../../../shared/errors/error-body.ts'
import { describeBody } from '../../host/describe-failure.ts'
import { locale, t } from '../../locales/locale.ts'
import { LineForm } from '../../ui/fields/line-form.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Page } from '../page/page.ts'
import { cuiProblem } from './cui-problem.ts'

const OUTCOME = {
  granted: { key: 'company-added', tone: 'good' },
  denied: { key: 'company-added-denied', tone: 'bad' },
  unknown: { key: 'company-added-unknown', tone: 'idle' },
} as const

/** The refusal in the authority's own words, and what to do. */
function Refusal({ body }: { body: ErrorBody }) {
  const { what, next } = describeBody(body, locale.value)
  return (
    <>
      <span class="notice-what">{what}</span>
      <span>{next}</span>
    </>
  )
}

/** Adds a company by its CUI. The check digit is checked before any call; the answer says whether there are rights. */
export function AddCompany({ page, look = 'primary' }: { page: Page; look?: 'primary' | 'plain' }) {
  const add = async (cui: string) => {
    const added = await page.host.request('companies.add', { cui })
    await page.changed()
    // Its name comes from the register, not from partners' documents. Without it the CUI is shown.
    void page.host
      .request('lookups.get', { cuis: [added.company.cui] })
      .then(page.changed)
      .catch(error => console.warn('recipisa:', error))
    return added
  }
  return (
    <div class="add-company">
      <LineForm
        label={t('add-company-label')}
        hint={t('add-company-hint')}
        words={{ send: t('add-company'), sending: t('adding') }}
        look={look}
        problemOf={text => {
          const problem = cuiProblem(text)
          return problem && t(problem)
        }}
        send={add}
      >
        {({ company: { cui, rights }, refusal }) => (
          <Notice tone={OUTCOME[rights].tone}>
            <span>{t(OUTCOME[rights].key, { cui })}</span>
            {refusal && <Refusal body={refusal} />}
          </Notice>
        )}
      </LineForm>
    </div>
  )
}
