import { setTimeout as wait } from 'node:timers/promises'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import type { Declaration } from '../../shared/protocol/declarations.ts'
import type { Declarations } from '../archive/declarations.ts'

/** How often watched declarations are read, ms. */
const POLL = 200

/** Whether nothing more will become known of it by itself. */
export function isSettled({ state, nextCheckAt }: Declaration): boolean {
  if (state === 'sending') return false
  if (state === 'rejected' || state === 'not-sent') return true
  return nextCheckAt === null
}

type Watch = {
  /** Has somebody work on them; called while one is due and nobody does. */
  revive: () => void | Promise<void>
  now: () => number
  signal: AbortSignal
  progress: (declarations: Declaration[]) => void
}

/**
 * Watches declarations until each satisfies `done`, whichever process works on them. The signal ends the watching only.
 */
export async function followDeclarations(
  declarations: Pick<Declarations, 'get' | 'isClaimed'>,
  ids: readonly number[],
  done: (declaration: Declaration) => boolean,
  { revive, now, signal, progress }: Watch,
): Promise<Declaration[]> {
  let shown = ''
  for (;;) {
    signal.throwIfAborted()
    const all = ids.map(id => {
      const declaration = declarations.get(id)
      if (!declaration) throw new RecipisaError('declaration-unknown', { id })
      return declaration
    })
    const text = JSON.stringify(all)
    if (text !== shown) progress(all)
    shown = text
    if (all.every(done)) return all
    if (all.some(one => isDue(one, now()) && !declarations.isClaimed(one.id))) await revive()
    await wait(POLL, undefined, { signal }).catch(() => signal.throwIfAborted())
  }
}

function isDue({ state, nextCheckAt }: Declaration, now: number): boolean {
  return state === 'sending' || (nextCheckAt !== null && nextCheckAt <= now)
}
