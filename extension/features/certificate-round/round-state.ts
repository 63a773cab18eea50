import type { ErrorBody } from '../../../shared/errors/error-body.ts'
import type { ChoiceVisit, Round, RoundStepId, SessionVisit, SignInVisit } from '../certificate-visit/stored-visits.ts'

/**
 * How a step of a round stands. `later`: its turn comes; `open`: it has the tab; `finishing`: the host uses what it brought;
 * `there`: it was not needed; `left`: the round ended before its turn.
 */
export type StepState =
  | { id: RoundStepId; is: 'later' | 'open' | 'finishing' | 'done' | 'there' | 'left' }
  | { id: RoundStepId; is: 'failed'; error: ErrorBody }

export type Visits = Readonly<Record<RoundStepId, SignInVisit | SessionVisit | ChoiceVisit | undefined>>

const PHASES = { waiting: 'open', exchanging: 'finishing', done: 'done' } as const

/** Every step by its own visit. One that was tried again by itself since stands as it stands now. */
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

/** What the round came to; undefined while a step is under way. */
export function outcomeOf(states: readonly StepState[]): 'done' | 'partly' | 'failed' | undefined {
  if (states.some(({ is }) => is === 'later' || is === 'open' || is === 'finishing')) return undefined
  const good = states.filter(({ is }) => is === 'done' || is === 'there').length
  if (good === states.length) return 'done'
  return good > 0 ? 'partly' : 'failed'
}
