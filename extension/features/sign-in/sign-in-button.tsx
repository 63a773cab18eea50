import { useSignal } from '@preact/signals'
import type { ErrorBody } from '../../../shared/protocol/envelope.ts'
import { describeBody, failureBody } from '../../host/failure.ts'
import { locale, t } from '../../locales/locale.ts'
import { askToSignIn } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNotice } from '../../ui/notice.tsx'
import { openSettings } from '../panel/open.ts'

/** Opens the certificate step in a tab; says on the spot why it could not. */
export function SignInButton({ again = false, look = 'primary' }: { again?: boolean; look?: 'primary' | 'plain' }) {
  const problem = useSignal<ErrorBody | null>(null)
  const asking = useSignal(false)
  const begin = async () => {
    asking.value = true
    problem.value = null
    try {
      problem.value = (await askToSignIn()).error
    } catch (error) {
      problem.value = failureBody(error) // the background itself did not answer
    } finally {
      asking.value = false
    }
  }
  return (
    <>
      <Button look={look} disabled={asking.value} onClick={() => void begin()}>
        {t(again ? 'sign-in-again' : 'sign-in')}
      </Button>
      {problem.value && (
        <FailureNotice
          failure={describeBody(problem.value, locale.value)}
          action={problem.value.code === 'unreachable' ? undefined : { label: t('open-settings'), run: openSettings }}
        />
      )}
    </>
  )
}
