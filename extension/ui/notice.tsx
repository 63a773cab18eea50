import type { ComponentChildren } from 'preact'
import type { Side } from '../../shared/errors/codes.ts'
import { describeFailure, type Failure } from '../host/describe-failure.ts'
import { locale, t } from '../locales/locale.ts'
import { Button } from './button.tsx'
import type { Tone } from './status.tsx'

const SIDE_WORD = {
  ours: 'side-ours',
  input: 'side-input',
  authority: 'side-authority',
  certificate: 'side-certificate',
  network: 'side-network',
} as const satisfies Record<Side, string>

export type Action = { label: string; run: () => void }

type FailureProps = {
  failure: Failure
  action?: Action | undefined
  /** `wait` for a warning that stops nothing. */
  tone?: 'bad' | 'wait'
}

/** A failure: what happened, on whose side, what to do, and a button for it. */
export function FailureNotice({ failure, action, tone = 'bad' }: FailureProps) {
  if (failure.what === '') return null // its sentences come in a moment
  return (
    <div class={`notice tone-${tone}`} role="alert">
      <span class="notice-side">{t(SIDE_WORD[failure.side])}</span>
      <span class="notice-what">{failure.what}</span>
      {failure.next && <span>{failure.next}</span>}
      {action && <Button onClick={action.run}>{action.label}</Button>}
    </div>
  )
}

/** A `FailureNotice` for any thrown value. */
export function ErrorNotice({ error, action }: { error: unknown; action?: Action | undefined }) {
  return <FailureNotice failure={describeFailure(error, locale.value)} action={action} />
}

/** A message that is not a failure. */
export function Notice({ tone, children }: { tone: Tone; children: ComponentChildren }) {
  return (
    <div class={`notice tone-${tone}`} role="status">
      {children}
    </div>
  )
}
