import type { ComponentChildren } from 'preact'
import { t } from '../../locales/locale.ts'
import { Status, type Tone } from '../../ui/status.tsx'
import type { StepId, StepState } from './steps.ts'

const TONES: Readonly<Record<StepState, Tone>> = {
  done: 'good',
  now: 'new',
  wrong: 'bad',
  unproven: 'wait',
  later: 'idle',
}

type Props = {
  id: StepId
  /** Its number, from 1. */
  place: number
  state: StepState
  /** Whether it is open until the user toggles it. */
  isOpen: boolean
  children: ComponentChildren
}

/** One step: its title and state, and below them the instructions. The user may open and close each. */
export function StepCard({ id, place, state, isOpen, children }: Props) {
  return (
    <li class={`step step-${state}`}>
      <details open={isOpen}>
        <summary id={`step-${id}`}>
          <span class="step-place numeric" aria-hidden="true">
            {state === 'done' ? '✓' : place}
          </span>
          <h2>{t(`step-${id}`)}</h2>
          <Status tone={TONES[state]}>{t(`step-is-${state}`)}</Status>
        </summary>
        <div class="step-body">{children}</div>
      </details>
    </li>
  )
}
