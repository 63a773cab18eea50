import { t } from '../../locales/locale.ts'
import type { Page } from '../page/page.ts'

type Props = { page: Page; label: string; chosen: readonly string[]; onChange: (cuis: string[]) => void }

/** The companies of this computer, each with a box; one chosen elsewhere is listed by its CUI. */
export function CompanyBoxes({ page, label, chosen, onChange }: Props) {
  const known = page.overview.value?.companies ?? []
  const others = chosen.filter(cui => !known.some(company => company.cui === cui))
  const rows = [...known, ...others.map(cui => ({ cui, name: null }))]
  return (
    <fieldset class="settings-choices office-choices">
      <legend class="visually-hidden">{label}</legend>
      {rows.length === 0 && <p class="muted">{t('office-no-companies')}</p>}
      {rows.map(({ cui, name }) => (
        <label key={cui}>
          <input
            type="checkbox"
            checked={chosen.includes(cui)}
            onChange={({ currentTarget: { checked } }) =>
              onChange(checked ? [...chosen, cui] : chosen.filter(one => one !== cui))
            }
          />
          <span>{name ?? t('company-no-name', { cui })}</span>
        </label>
      ))}
    </fieldset>
  )
}
