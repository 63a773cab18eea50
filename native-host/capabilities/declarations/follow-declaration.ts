import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Declaration } from '../../../shared/protocol/declarations.ts'
import type { Declarations } from '../../archive/declarations/declarations.ts'
import { isDue } from '../../jobs/schedule.ts'
import { watchRows } from '../../jobs/watch-rows.ts'

type Watch = {
  /** Has the due work done; called while no process does it. */
  revive: () => void | Promise<void>
  now: () => number
  signal: AbortSignal
  progress: (declarations: Declaration[]) => void
}

/**
 * Watches declarations until `isOver`, whichever process works on them. A declaration removed from the list meanwhile
 * is dropped. The signal ends the watching only.
 */
export async function followDeclarations(
  declarations: Pick<Declarations, 'get' | 'isClaimed'>,
  ids: readonly number[],
  isOver: (declarations: Declaration[]) => boolean,
  { revive, now, signal, progress }: Watch,
): Promise<Declaration[]> {
  const missing = ids.find(id => !declarations.get(id))
  if (missing !== undefined) throw new RecipisaError('declaration-unknown', { id: missing })
  return watchRows({
    read: () => ids.flatMap(id => declarations.get(id) ?? []),
    progressOf: all => all,
    isOver,
    isUnattended: all => all.some(one => isDue(one, now()) && !declarations.isClaimed(one.id)),
    revive,
    signal,
    progress,
  })
}
