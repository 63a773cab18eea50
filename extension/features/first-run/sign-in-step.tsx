import { t } from '../../locales/locale.ts'
import { SignInButton } from '../connection/sign-in-button.tsx'
import { SignInOutcome } from '../connection/sign-in-outcome.tsx'
import type { Page } from '../page/page.ts'
import { failureIn, type StepState } from './steps.ts'

type Props = {
  page: Page
  state: StepState
  /** Whether this step is next, and so has the primary action. */
  isNext: boolean
}

export function SignInStep({ page, state, isNext }: Props) {
  const auth = page.overview.value?.auth
  const isElsewhere = page.signIn.value?.phase === 'failed' && !failureIn('sign-in', page.signIn.value)
  if (page.overview.value?.profile.access === 'certificate')
    return state === 'done' ? (
      <p>{t('certificate-chosen-hint')}</p>
    ) : (
      <>
        <p>{t('first-certificate-hint')}</p>
        <div class="choices">
          <SignInButton again={page.certificateVisit.value?.phase === 'failed'} />
        </div>
        <SignInOutcome page={page} />
      </>
    )
  if (state === 'done')
    return <p>{auth?.serial ? t('connection-serial', { serial: auth.serial }) : t('sign-in-done')}</p>
  return (
    <>
      <p>{t('first-sign-in-hint')}</p>
      <div class="choices">
        <SignInButton
          again={auth?.state === 'expired' || page.signIn.value?.phase === 'failed'}
          look={isNext ? 'primary' : 'plain'}
        />
      </div>
      {!isElsewhere && <SignInOutcome page={page} />}
    </>
  )
}
