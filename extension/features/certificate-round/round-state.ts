import type { ErrorBody } from '../../../shared/errors/error-body.ts'
import type { ChoiceVisit, Round, RoundStepId, SessionVisit, SignInVisit } from '../certificate-visit/stored-visits.ts'

/**
 * The state of a step in a round. `later`: its turn comes; `open`: it has the tab; `finishing`: the host uses its result;
 * `there`: it was not needed; `left`: the round ended before its turn.
 */
export type StepState =
  | { id: RoundStepId; is: 'later' | 'open' | 'finishing' | 'done' | 'there' | 'left' }
  | { id: RoundStepId; is: 'failed'; error: ErrorBody }

export type Visits = Readonly<Record<RoundStepId, SignInVisit | SessionVisit | ChoiceVisit | undefined>>

const PHASES = { waiting: 'open', exchanging: 'finishing', done: 'done' } as const

/** Every step by its own visit. A step that was retried alone since then shows that visit. */
export function stepStates({ steps, at, startedAt, there }: Round, visits: Visits): StepState[] {
  return steps.map((id, place) => {
    const visit = visits[id]
    if (visit && visit.startedAt >= startedAt) {
      return visit.phase === 'failed' ? { id, is: 'failed', error: visit.error } : { id, is: PHASES[visit.phase] }
    }
    if (there.includes(id)) return { id, is: 'there' }
    if (at === place) return { id, is: 'open' }
    return { id, is: at < place ? 'later' : 'left' }
  })
}

/** The round's result; undefined while a step is in progress. */
export function outcomeOf(states: readonly StepState[]): 'done' | 'partly' | 'failed' | undefined {
  if (states.some(({ is }) => is === 'later' || is === 'open' || is === 'finishing')) return undefined
  const good = states.filter(({ is }) => is === 'done' || is === 'there').length
  if (good === states.length) return 'done'
  return good > 0 ? 'partly' : 'failed'
}
