import { useSignal } from '@preact/signals'
import { describeFailure } from '../../../host/describe-failure.ts'
import { locale, t } from '../../../locales/locale.ts'
import type { CompanyPage } from './company.ts'

/** A star button that makes a company a favourite. */
export function Favourite({ company, favourite }: { company: CompanyPage; favourite: boolean }) {
  const error = useSignal<unknown>(undefined)
  const busy = useSignal(false)
  const toggle = async () => {
    busy.value = true
    error.value = undefined
    try {
      await company.mark({ favourite: !favourite })
    } catch (problem) {
      error.value = problem
    } finally {
      busy.value = false
    }
  }
  const failure = error.value === undefined ? undefined : describeFailure(error.value, locale.value).what
  return (
    <>
      <button
        type="button"
        class="button icon star"
        aria-pressed={favourite}
        aria-label={t('lookup-favourite')}
        title={t(favourite ? 'lookup-favourite-drop' : 'lookup-favourite-add')}
        disabled={busy.value}
        onClick={() => void toggle()}
      />
      <span class={failure === undefined ? 'visually-hidden' : 'problem'} role="status">
        {failure}
      </span>
    </>
  )
}
