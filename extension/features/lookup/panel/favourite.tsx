import { describeFailure } from '../../../host/describe-failure.ts'
import { locale, t } from '../../../locales/locale.ts'
import { useCall } from '../../page/use-call.ts'
import type { CompanyPage } from './company.ts'

/** A star button that makes a company a favourite. */
export function Favourite({ company, favourite }: { company: CompanyPage; favourite: boolean }) {
  const { isBusy, error, run } = useCall()
  const failure = error === undefined ? undefined : describeFailure(error, locale.value).what
  return (
    <>
      <button
        type="button"
        class="button icon star"
        aria-pressed={favourite}
        aria-label={t('lookup-favourite')}
        title={t(favourite ? 'lookup-favourite-drop' : 'lookup-favourite-add')}
        disabled={isBusy}
        onClick={() => void run(() => company.mark({ favourite: !favourite }))}
      />
      <span class={failure === undefined ? 'visually-hidden' : 'problem'} role="status">
        {failure}
      </span>
    </>
  )
}
