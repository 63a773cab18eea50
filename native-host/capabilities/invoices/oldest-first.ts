/** A message that waits for its download; `failures`: the number of failed downloads. */
export type QueuedMessage = { id: string; cui: string; createdAt: number; failures: number }

/**
 * A queue of downloads, filled and emptied at the same time. The oldest message comes first, because it is the next to
 * leave the authority's 60 days (E-34). Each id comes out once, however often it is added.
 */
export class OldestFirst {
  readonly #seen = new Set<string>()
  /** The newest first: the oldest is popped from the end. */
  #messages: QueuedMessage[] = []
  #takers: ((next: QueuedMessage | undefined) => void)[] = []
  #closed = false

  /** The number of different messages ever added. */
  get added(): number {
    return this.#seen.size
  }

  /** The number of messages in the queue. */
  get size(): number {
    return this.#messages.length
  }

  add(messages: readonly QueuedMessage[]): void {
    const fresh = messages.filter(({ id }) => {
      const isNew = !this.#seen.has(id)
      this.#seen.add(id)
      return isNew
    })
    this.#messages.push(...fresh)
    this.#messages.sort((a, b) => b.createdAt - a.createdAt)
    while (this.#messages.length > 0 && this.#takers.length > 0) this.#takers.shift()?.(this.#messages.pop())
  }

  /** Resolves to the oldest message, or the newest, as soon as there is one; undefined once the queue is closed and empty. */
  take(newest = false): Promise<QueuedMessage | undefined> {
    const next = newest ? this.#messages.shift() : this.#messages.pop()
    if (next || this.#closed) return Promise.resolve(next)
    return new Promise(resolve => this.#takers.push(resolve))
  }

  /** Nothing more will be added. */
  close(): void {
    this.#closed = true
    for (const taker of this.#takers.splice(0)) taker(undefined)
  }

  /** Empties and closes the queue. */
  abandon(): void {
    this.#messages = []
    this.close()
  }
}
