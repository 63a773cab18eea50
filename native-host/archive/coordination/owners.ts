import { randomUUID } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { isRunning } from '../../process/running.ts'
import type { Database, SqlParams } from '../core/database.ts'

/** How often a process that holds something says that it lives, and after what silence it counts as dead, ms. */
const BEAT = 10_000
const SILENCE = 60_000

/**
 * When and where a process was born, where the system tells (Linux): a pid alone names another process after a while.
 * `space` is boot and pid namespace: pids of another space cannot be looked up from here.
 */
type Birth = { space: string; boot: string; ticks: string }

/** Tables with a column `owner` whose rows are named by `id` alone. */
const OWNED = ['jobs', 'attempts', 'declarations', 'requests', 'batches', 'mail'] as const

/** Archives that are open in this process; others of the same pid are gone. */
const openHere = new Set<string>()

/**
 * Who holds claims, leases and locks: one open archive of one process. What a dead process held is free at once where
 * the system tells processes' births, and after `SILENCE` elsewhere.
 */
export class Owner {
  /** `pid|space|boot|ticks|random` */
  readonly id: string
  readonly #birth: Birth | undefined
  readonly #db: Database
  readonly #now: () => number
  readonly #owed: { sql: string; params: SqlParams }[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(db: Database, now: () => number) {
    this.#db = db
    this.#now = now
    this.#birth = birthOf('self')
    const { space, boot, ticks } = this.#birth ?? { space: '', boot: '', ticks: '' }
    this.id = [process.pid, space, boot, ticks, randomUUID()].join('|')
    openHere.add(this.id)
  }

  /** To be called in the transaction that writes this owner's id somewhere. */
  holds(): void {
    if (this.#timer) return
    this.#forgetTheDead()
    this.#beat()
    this.#timer = setInterval(() => {
      try {
        this.#beat()
        this.#payOwed()
      } catch {
        // A beat that cannot be written at worst makes others take over; whatever keeps it from being written (a full
        // disk) also meets this process's own work, which says so.
      }
    }, BEAT)
    this.#timer.unref()
  }

  isAlive(id: string | null): boolean {
    if (id === null) return false
    if (openHere.has(id)) return true
    const [pid = '', space = '', boot = '', ticks = ''] = id.split('|')
    if (this.#birth && ticks !== '') {
      if (boot !== this.#birth.boot) return false
      if (space === this.#birth.space) return Number(pid) !== process.pid && birthOf(pid)?.ticks === ticks
    } else if (Number(pid) === process.pid || !isRunning(Number(pid))) return false
    const beat = this.#db.get<{ beat: number }>('SELECT beat FROM owners WHERE id = :id', { id })?.beat
    return beat !== undefined && Math.abs(this.#now() - beat) < SILENCE
  }

  /**
   * Lets go of one thing. What cannot be written now (a full disk) is owed, and made up for with the next one or the next
   * beat: else it would be held for as long as this process lives.
   */
  letGo(sql: string, params: SqlParams): void {
    this.#owed.push({ sql, params })
    try {
      this.#payOwed()
    } catch (error) {
      if (!(error instanceof RecipisaError)) throw error
    }
  }

  /** Lets go of one row of a table, if this owner has it. */
  release(table: (typeof OWNED)[number], id: number | string): void {
    this.letGo(`UPDATE ${table} SET owner = NULL WHERE id = :id AND owner = :owner`, { id, owner: this.id })
  }

  /** Lets go of everything. */
  end(): void {
    clearInterval(this.#timer)
    openHere.delete(this.id)
    const id = { id: this.id }
    this.#db.transaction(() => {
      for (const table of [...OWNED, 'messages', 'async_questions'])
        this.#db.run(`UPDATE ${table} SET owner = NULL WHERE owner = :id`, id)
      this.#db.run('DELETE FROM owners WHERE id = :id', id)
    })
  }

  #payOwed(): void {
    // A closed archive has let go of everything already.
    if (!this.#db.isOpen) this.#owed.length = 0
    for (let next = this.#owed[0]; next; next = this.#owed[0]) {
      this.#db.run(next.sql, next.params)
      this.#owed.shift()
    }
  }

  #beat(): void {
    this.#db.run(
      'INSERT INTO owners (id, beat) VALUES (:id, :beat) ON CONFLICT (id) DO UPDATE SET beat = excluded.beat',
      { id: this.id, beat: this.#now() },
    )
  }

  #forgetTheDead(): void {
    for (const { id } of this.#db.all<{ id: string }>('SELECT id FROM owners'))
      if (!this.isAlive(id)) this.#db.run('DELETE FROM owners WHERE id = :id', { id })
  }
}

/** Undefined where the system does not tell (not Linux) or there is no such process, or only its unreaped rest. */
function birthOf(pid: string): Birth | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The command may hold spaces and parentheses; what follows the last one is fixed: state is field 3, start 22.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ticks = fields[19]
    if (ticks === undefined || fields[0] === 'Z' || fields[0] === 'X') return undefined
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()
    return { space: readlinkSync('/proc/self/ns/pid'), boot, ticks }
  } catch {
    return undefined // no /proc, or no such process
  }
}
