import { useSignal } from '@preact/signals'
import type { ErrorBody } from '../../../shared/errors/error-body.ts'
import { askToBegin, type BeginMessage } from '../../browser/messages.ts'
import { openSettings } from '../../browser/open-pages.ts'
import { describeBody } from '../../host/describe-failure.ts'
import { failureBody } from '../../host/failure.ts'
import { locale, t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNotice, Notice } from '../../ui/notice.tsx'

type Props = {
  kind: BeginMessage
  text: string
  /** Accessible name, to tell several such buttons apart. */
  label?: string | undefined
  look?: 'primary' | 'plain' | 'link'
}

/** Begins a certificate visit; shows in place why it could not. */
export function BeginButton({ kind, text, label, look = 'primary' }: Props) {
  const problem = useSignal<ErrorBody | null>(null)
  const asking = useSignal(false)
  const notNeeded = useSignal(false)
  const begin = async () => {
    asking.value = true
    problem.value = null
    try {
      const answer = await askToBegin(kind)
      problem.value = answer.error
      notNeeded.value = answer.notNeeded
    } catch (error) {
      problem.value = failureBody(error) // the background did not answer
    } finally {
      asking.value = false
    }
  }
  return (
    <>
      <Button look={look} label={label} disabled={asking.value} onClick={() => void begin()}>
        {text}
      </Button>
      {notNeeded.value && (
        <Notice tone="good">{t(kind === 'begin-round' ? 'round-not-needed' : 'session-reused')}</Notice>
      )}
      {problem.value && (
        <FailureNotice
          failure={describeBody(problem.value, locale.value)}
          action={problem.value.code === 'unreachable' ? undefined : { label: t('open-settings'), run: openSettings }}
        />
      )}
    </>
  )
}
