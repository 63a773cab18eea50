import type { Computer } from '../../../shared/domain/installers.ts'
import { ownWindow } from '../../browser/open-pages.ts'
import { openPanelAt } from '../../browser/panel-target.ts'
import { describeBody } from '../../host/describe-failure.ts'
import { locale, t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNotice } from '../../ui/notice.tsx'
import type { SignInVisit } from '../certificate-visit/stored-visits.ts'
import { failureIn, type StepId } from './steps.ts'

/** The features that work as soon as the host is there, before any sign-in. */
export function FreeStep() {
  return (
    <>
      <p>{t('guide-free')}</p>
      <div class="choices">
        <Button onClick={() => void openPanelAt({ view: 'lookup' }, ownWindow())}>{t('guide-free-lookup')}</Button>
        <Button onClick={() => void openPanelAt({ view: 'checks' }, ownWindow())}>{t('guide-free-check')}</Button>
      </div>
    </>
  )
}

type Props = { signIn: SignInVisit | undefined }

/** The certificate: Windows and macOS have their own stores, where the browser finds it, so no module is needed. */
export function CertificateStep({ signIn, computer }: Props & { computer: Computer | undefined }) {
  return (
    <>
      <SignInFailure id="certificate" signIn={signIn} />
      <p>{t('guide-certificate')}</p>
      <ul class="points">
        <li>{t('guide-certificate-token')}</li>
        {computer && <li>{t(`guide-certificate-${computer.system}`)}</li>}
        <li>{t('guide-certificate-try')}</li>
      </ul>
    </>
  )
}

/** The rights in SPV, which are requested on ANAF's portal. */
export function RightsStep({ signIn }: Props) {
  return (
    <>
      <SignInFailure id="rights" signIn={signIn} />
      <p>{t('guide-rights')}</p>
      <ul class="points">
        <li>{t('guide-rights-form')}</li>
        <li>{t('guide-rights-where')}</li>
      </ul>
    </>
  )
}

/** Why the last sign-in failed, if this step fixes it. */
export function SignInFailure({ id, signIn }: Props & { id: StepId }) {
  const error = failureIn(id, signIn)
  return error ? <FailureNotice failure={describeBody(error, locale.value)} /> : null
}
