import fs from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import type { Random } from '../seed.ts'
import type { Machine } from './machine.ts'

/** Thrown into a dead process wherever it touches the world again. */
export class Died extends Error {
  constructor() {
    super('the process has died')
    this.name = 'Died'
  }
}

/** Whether an error, or its cause, is only the death of its process. */
export function isDead(error: unknown): boolean {
  if (error instanceof Died) return true
  if (!(error instanceof Error)) return false
  return /database is not open|statement has been finalized/.test(error.message) || isDead(error.cause)
}

/** How an operation of the disk ends its process: killed before, after or within it, or with the machine's power. */
export type Crash = { when: 'before' | 'after' | 'within'; how: 'kill' | 'power' }

/** One process of the simulated machine. Its hold on the world ends with it; its code never runs again. */
export class SimulatedProcess {
  readonly machine: Machine
  readonly name: string
  readonly pid: number
  /** When it was born, in ticks of the machine. */
  readonly ticks: number
  readonly random: Random
  isAlive = true
  readonly databases = new Set<DatabaseSync>()
  readonly descriptors = new Set<number>()
  readonly #endings: (() => void)[] = []

  constructor(machine: Machine, name: string, pid: number, random: Random) {
    this.machine = machine
    this.name = name
    this.pid = pid
    this.random = random
    this.ticks = Math.floor(machine.timeline.now)
  }

  mustLive(): void {
    if (!this.isAlive) throw new Died()
  }

  /** Called once when the process has ended, for any reason. */
  onEnd(listener: () => void): void {
    this.#endings.push(listener)
  }

  /** Ends the process: its connections, locks and open files go with it. */
  end(): void {
    if (!this.isAlive) return
    this.isAlive = false
    for (const database of this.databases) if (database.isOpen) database.close()
    for (const descriptor of this.descriptors) fs.closeSync(descriptor)
    this.descriptors.clear()
    for (const listener of this.#endings) listener()
  }

  /** A short while, until the disk or the thread has done something. */
  async pass(): Promise<void> {
    await this.machine.timeline.sleep(this.random.next() < 0.9 ? this.random.next() * 2 : this.random.next() * 25)
    if (!this.isAlive) await never()
  }

  /** The result of some work; nothing at all once the process has died. */
  async orNever<T>(work: () => T): Promise<T> {
    if (!this.isAlive) return never()
    try {
      return work()
    } catch (error) {
      if (error instanceof Died) return never()
      throw error
    }
  }

  /** Does something to the disk that the process may not survive. `torn` does a part of it. */
  changing<T>(counts: boolean, what: string, work: () => T, torn?: () => void): T {
    this.mustLive()
    const crash = counts ? this.machine.crashAt(this, what) : undefined
    if (crash === undefined) return work()
    if (crash.when === 'after') work()
    if (crash.when === 'within') torn?.()
    this.machine.crash(this, crash.how)
    throw new Died()
  }

  /** A call of a timer or of an event: none comes once the process has died. */
  guarded<A extends unknown[]>(listener: (...given: A) => void): (...given: A) => void {
    return (...given) => {
      if (!this.isAlive) return
      try {
        listener(...given)
      } catch (error) {
        if (!(error instanceof Died)) this.machine.uncaught(this, error)
      }
    }
  }
}

/** A promise that never settles. A new one each time: a shared one would keep everything that ever waited for it. */
export const never = (): Promise<never> => new Promise(() => undefined)
