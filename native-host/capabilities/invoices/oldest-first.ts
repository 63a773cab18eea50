/** A message that waits for its download, which has failed so often. */
export type Waiting = { id: string; cui: string; createdAt: number; failures: number }

/**
 * Queue of downloads that is filled while it is emptied, the oldest first: those are the next to leave the authority's
 * 60 days (E-34). Each id is taken once, however often it is added.
 */
export class OldestFirst {
  readonly #seen = new Set<string>()
  /** The newest first, so that the oldest is popped from the end. */
  #waiting: Waiting[] = []
  #takers: ((next: Waiting | undefined) => void)[] = []
  #closed = false

  /** How many different messages were ever added. */
  get added(): number {
    return this.#seen.size
  }

  /** How many wait to be taken. */
  get waiting(): number {
    return this.#waiting.length
  }

  add(messages: readonly Waiting[]): void {
    const fresh = messages.filter(({ id }) => {
      const isNew = !this.#seen.has(id)
      this.#seen.add(id)
      return isNew
    })
    this.#waiting.push(...fresh)
    this.#waiting.sort((a, b) => b.createdAt - a.createdAt)
    while (this.#waiting.length > 0 && this.#takers.length > 0) this.#takers.shift()?.(this.#waiting.pop())
  }

  /** The oldest one, or the newest; waits while there is none; undefined once the queue is closed and empty. */
  take(newest = false): Promise<Waiting | undefined> {
    const next = newest ? this.#waiting.shift() : this.#waiting.pop()
    if (next || this.#closed) return Promise.resolve(next)
    return new Promise(resolve => this.#takers.push(resolve))
  }

  /** Nothing more will be added. */
  close(): void {
    this.#closed = true
    for (const taker of this.#takers.splice(0)) taker(undefined)
  }

  /** Gives up what waits. */
  abandon(): void {
    this.#waiting = []
    this.close()
  }
}
