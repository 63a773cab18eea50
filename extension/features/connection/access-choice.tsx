import { useSignal } from '@preact/signals'
import type { ApiAccess } from '../../../shared/domain/access.ts'
import type { ProfileSummary } from '../../../shared/protocol/profile.ts'
import { t } from '../../locales/locale.ts'
import { ErrorNotice } from '../../ui/notice.tsx'
import type { Page } from '../page/page.ts'
import './access-choice.css'

/** The first one is the default: it needs nothing but the certificate. */
const WAYS: readonly ApiAccess[] = ['certificate', 'oauth']

/** The ways to reach e-Factura, with each one's advantages (E-28). The documents here are unaffected. */
export function AccessChoice({ page, profile }: { page: Page; profile: ProfileSummary }) {
  const error = useSignal<unknown>(undefined)
  /** The choice being saved. */
  const saving = useSignal<ApiAccess | undefined>(undefined)
  const choose = async (access: ApiAccess) => {
    error.value = undefined
    saving.value = access
    try {
      await page.host.request('profile.configure', { access })
      await page.changed()
    } catch (problem) {
      error.value = problem
    } finally {
      saving.value = undefined
    }
  }
  return (
    <fieldset class="access-choice" disabled={saving.value !== undefined}>
      <legend>{t('access-title')}</legend>
      {WAYS.map(way => (
        <label key={way}>
          <input
            type="radio"
            name="access"
            checked={(saving.value ?? profile.access) === way}
            onChange={() => void choose(way)}
          />
          <span>
            <strong>{t(`access-${way}`)}</strong>
            <span class="muted">{t(`access-${way}-hint`)}</span>
          </span>
        </label>
      ))}
      {import.meta.env.FIREFOX && <p class="muted">{t('access-firefox')}</p>}
      {error.value !== undefined && <ErrorNotice error={error.value} />}
    </fieldset>
  )
}
