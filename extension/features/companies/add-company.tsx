import { t } from '../../locales/locale.ts'
import { LineForm } from '../../ui/line-form.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Page } from '../page/page.ts'
import { cuiProblem } from './cui-problem.ts'

const OUTCOME = {
  granted: { key: 'company-added', tone: 'good' },
  denied: { key: 'company-added-denied', tone: 'bad' },
  unknown: { key: 'company-added-unknown', tone: 'idle' },
} as const

/** Adds a company by its CUI: the check digit is looked at before any call, the answer tells whether there are rights. */
export function AddCompany({ page }: { page: Page }) {
  const add = async (cui: string) => {
    const { company } = await page.host.request('companies.add', { cui })
    await page.changed()
    return company
  }
  return (
    <div class="add-company">
      <LineForm
        label={t('add-company-label')}
        hint={t('add-company-hint')}
        words={{ send: t('add-company'), sending: t('adding') }}
        look="primary"
        problemOf={text => {
          const problem = cuiProblem(text)
          return problem && t(problem)
        }}
        send={add}
      >
        {({ cui, rights }) => <Notice tone={OUTCOME[rights].tone}>{t(OUTCOME[rights].key, { cui })}</Notice>}
      </LineForm>
    </div>
  )
}
