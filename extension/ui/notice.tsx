import type { ComponentChildren } from 'preact'
import type { Side } from '../../shared/errors/codes.ts'
import { describeFailure, type Failure } from '../host/failure.ts'
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
  /** `wait` for what is only worth knowing before going on. */
  tone?: 'bad' | 'wait'
}

/** A failure: what happened, whose side, what now, and one button that does it. */
export function FailureNotice({ failure, action, tone = 'bad' }: FailureProps) {
  return (
    <div class={`notice tone-${tone}`} role="alert">
      <span class="notice-side">{t(SIDE_WORD[failure.side])}</span>
      <span class="notice-what">{failure.what}</span>
      {failure.next && <span>{failure.next}</span>}
      {action && <Button onClick={action.run}>{action.label}</Button>}
    </div>
  )
}

/** The same for anything thrown. */
export function ErrorNotice({ error, action }: { error: unknown; action?: Action | undefined }) {
  return <FailureNotice failure={describeFailure(error, locale.value)} action={action} />
}

/** A message that is no failure. */
export function Notice({ tone, children }: { tone: Tone; children: ComponentChildren }) {
  return (
    <div class={`notice tone-${tone}`} role="status">
      {children}
    </div>
  )
}
