import { chance, type Random } from './seed.ts'

/** An event due at a moment. */
type Event = { at: number; n: number; run: (() => void) | undefined }

export type Timer = { cancel(): void }

/** More events than any run needs: beyond them it is an endless loop. */
const MOST_EVENTS = 400_000
/** How often a busy machine stalls, percent of the events, and for how long, ms. */
const STALLS = { percent: 8, longest: 200 }

/**
 * Virtual time, ms since the run began. Nothing waits: when all that could happen now has happened, time goes on to the
 * next event. Events of one moment happen in the order in which they were planned. A busy machine stalls now and
 * then: overdue events then happen late and all at once, so that several processes continue by turns.
 */
export class Timeline {
  #now = 0
  #planned = 0
  #wall: number
  readonly #heap: Event[] = []
  readonly #held = new Set<Promise<unknown>>()
  /** Decides when the machine stalls; undefined for one that is never busy. */
  readonly #busy: Random | undefined
  events = 0
  /** The moments at which the clock was set. */
  readonly shifts: number[] = []

  /** `wall`: epoch ms of the beginning, by the machine's clock. */
  constructor(wall: number, busy?: Random) {
    this.#wall = wall
    this.#busy = busy
  }

  /** Time that no clock change moves. */
  get now(): number {
    return this.#now
  }

  /** The time on the machine's clock, epoch ms. */
  get wall(): number {
    return Math.floor(this.#wall + this.#now)
  }

  /** Sets the machine's clock forward, or back. */
  shift(ms: number): void {
    this.shifts.push(this.#now)
    this.#wall += ms
  }

  /** Time goes on, and nothing happens: what was due meanwhile happens then. */
  standStill(ms: number): void {
    this.#now += ms
  }

  after(ms: number, run: () => void): Timer {
    const event: Event = { at: this.#now + Math.max(0, ms), n: this.#planned++, run }
    push(this.#heap, event)
    return {
      cancel: () => {
        event.run = undefined
      },
    }
  }

  sleep(ms: number): Promise<void> {
    return new Promise(resolve => void this.after(ms, resolve))
  }

  /** Work of the simulation itself that takes real time: virtual time stands still until it is done. */
  hold<T>(work: Promise<T>): Promise<T> {
    const held = work.finally(() => this.#held.delete(held))
    this.#held.add(held)
    return held
  }

  /** Lets everything happen until `isOver`, and returns true; false once the moment `limit` has come before that. */
  async run(isOver: () => boolean, limit: number): Promise<boolean> {
    for (;;) {
      await this.#settle()
      if (isOver()) return true
      const next = pop(this.#heap)
      if (next === undefined || next.at > limit || this.events > MOST_EVENTS) {
        if (next) push(this.#heap, next)
        this.#now = Math.max(this.#now, limit)
        return false
      }
      if (next.run === undefined) continue
      this.#now = Math.min(limit, next.at + this.#stall())
      this.#happen(next)
      for (let due = this.#heap[0]; due && due.at < this.#now; due = this.#heap[0]) {
        pop(this.#heap)
        this.#happen(due)
      }
    }
  }

  async #settle(): Promise<void> {
    await allSettled()
    while (this.#held.size > 0) {
      await Promise.allSettled(this.#held)
      await allSettled()
    }
  }

  #happen(event: Event): void {
    if (event.run === undefined) return
    this.events++
    event.run()
  }

  #stall(): number {
    const busy = this.#busy
    return busy && chance(busy, STALLS.percent) ? busy.between(1, STALLS.longest) : 0
  }
}

/** Everything that follows from past events without time passing. */
const allSettled = (): Promise<void> => new Promise(resolve => void setImmediate(resolve))

const isBefore = (one: Event, other: Event): boolean => one.at < other.at || (one.at === other.at && one.n < other.n)

function push(heap: Event[], event: Event): void {
  let at = heap.push(event) - 1
  while (at > 0) {
    const above = (at - 1) >> 1
    const parent = heap[above] as Event
    if (!isBefore(event, parent)) break
    heap[at] = parent
    at = above
  }
  heap[at] = event
}

function pop(heap: Event[]): Event | undefined {
  const [first] = heap
  const last = heap.pop()
  if (first === undefined || last === undefined || first === last) return first
  let at = 0
  for (;;) {
    let below = 2 * at + 1
    if (below >= heap.length) break
    if (below + 1 < heap.length && isBefore(heap[below + 1] as Event, heap[below] as Event)) below++
    if (!isBefore(heap[below] as Event, last)) break
    heap[at] = heap[below] as Event
    at = below
  }
  heap[at] = last
  return first
}
