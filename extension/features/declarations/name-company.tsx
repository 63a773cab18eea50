import { normalizeCui } from '../../../shared/cui.ts'
import { t } from '../../locales/locale.ts'
import { LineForm } from '../../ui/line-form.tsx'
import type { Page } from '../page/page.ts'
import type { DeclarationList } from './declaration-list.ts'

/** Asks for the CUI of a filing that was made by hand, where it could not be found out. */
export function NameCompany({ id, page, list }: { id: number; page: Page; list: DeclarationList }) {
  const name = async (text: string) => {
    const cui = normalizeCui(text) ?? text
    list.take([(await page.host.request('declarations.setCompany', { id, cui })).declaration])
  }
  return (
    <LineForm
      label={t('cui')}
      hint={t('declaration-name-company')}
      words={{ send: t('declaration-follow') }}
      problemOf={text => (normalizeCui(text) === undefined ? t('declaration-cui-shape') : undefined)}
      send={name}
    />
  )
}
