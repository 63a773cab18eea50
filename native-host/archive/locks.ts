import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Locks } from './archive.ts'
import type { Database } from './database.ts'
import type { Owner } from './owners.ts'

/** First and longest pause between two looks at a lock that is held, ms. */
const FIRST_PAUSE = 10
const LONGEST_PAUSE = 100

export function createLocks(db: Database, owner: Owner): Locks {
  const take = (name: string, ticket: string): boolean =>
    db.transaction(() => {
      const held = db.get<{ owner: string }>('SELECT owner FROM locks WHERE name = :name', { name })
      if (held && owner.isAlive(held.owner)) return false
      owner.holds()
      db.run('INSERT OR REPLACE INTO locks (name, owner, ticket) VALUES (:name, :owner, :ticket)', {
        name,
        owner: owner.id,
        ticket,
      })
      return true
    })

  return {
    async withLock(name, signal, work) {
      const ticket = randomUUID()
      signal.throwIfAborted()
      for (let pause = FIRST_PAUSE; !take(name, ticket); pause = Math.min(pause * 2, LONGEST_PAUSE)) {
        await wait(pause, undefined, { signal }).catch(() => undefined)
        signal.throwIfAborted()
      }
      try {
        return await work()
      } finally {
        // A closed archive has let go of everything already.
        if (db.isOpen) db.run('DELETE FROM locks WHERE name = :name AND ticket = :ticket', { name, ticket })
      }
    },
  }
}
