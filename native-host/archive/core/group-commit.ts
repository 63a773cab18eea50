import type { Database } from './database.ts'

/** Changes of one caller; they may run a second time, after the first was rolled back. */
type Waiting = { work: () => void; isDurable: boolean; resolve: () => void; reject: (reason: unknown) => void }

/**
 * One transaction for all callers that come to it at the same time: a sync of the disk takes as long for one of them as for
 * all. Each goes on once its changes are committed, and durable if it wants that. What one throws fails no other.
 */
export class GroupCommit {
  readonly #db: Database
  #waiting: Waiting[] = []

  constructor(db: Database) {
    this.#db = db
  }

  /** As `Database.durable`. */
  durable(work: () => void): Promise<void> {
    return this.#join(work, true)
  }

  /** As `Database.transaction`. */
  transaction(work: () => void): Promise<void> {
    return this.#join(work, false)
  }

  #join(work: () => void, isDurable: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ work, isDurable, resolve, reject })
      if (this.#waiting.length === 1) setImmediate(() => this.#commit())
    })
  }

  #commit(): void {
    const group = this.#waiting
    this.#waiting = []
    try {
      this.#commitAll(group)
    } catch (error) {
      const [first, ...others] = group
      if (others.length === 0) first?.reject(error)
      else for (const one of group) this.#commitAlone(one)
    }
  }

  /** After a failure of the group: only what cannot be committed fails. */
  #commitAlone(one: Waiting): void {
    try {
      this.#commitAll([one])
    } catch (error) {
      one.reject(error)
    }
  }

  #commitAll(group: readonly Waiting[]): void {
    const isDurable = group.some(one => one.isDurable)
    this.#db[isDurable ? 'durable' : 'transaction'](() => {
      for (const { work } of group) work()
    })
    for (const { resolve } of group) resolve()
  }
}
