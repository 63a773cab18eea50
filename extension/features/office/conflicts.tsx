import type { OfficeState } from '../../../shared/protocol/office.ts'
import { t } from '../../locales/locale.ts'

/** Items whose content here differs from the office's. No action is needed: both contents stay. */
export function Conflicts({ conflicts }: Pick<OfficeState, 'conflicts'>) {
  if (conflicts.length === 0) return null
  return (
    <details>
      <summary>{t('office-conflicts', { n: conflicts.length })}</summary>
      <p class="muted">{t('office-conflicts-hint')}</p>
      <ul class="office-list">
        {conflicts.map(({ area, key, company, ours, theirs }) => (
          <li key={`${area} ${key}`}>
            <span>
              {t('company-no-name', { cui: company })} · {key}
            </span>
            <span class="muted">
              {t('office-conflict-ours')} <code>{ours.slice(0, 12)}</code> · {t('office-conflict-theirs')}{' '}
              <code>{theirs.slice(0, 12)}</code>
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
