import { randomUUID } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { isRunning } from '../../process/running.ts'
import type { Database, SqlParams } from '../core/database.ts'

/** How often a process with claims writes its heartbeat, and how long it may be silent before it counts as dead, ms. */
const BEAT = 10_000
const SILENCE = 60_000

/**
 * When and where a process was born, if the system says so (Linux): a pid alone can name another process later.
 * `space`: the pid namespace; pids of another namespace cannot be looked up from here. `boot`: the id of the machine's
 * boot.
 */
type Birth = { space: string; boot: string; ticks: string }

/** Tables with a column `owner` whose rows have `id` alone as their key. */
const OWNED = ['jobs', 'attempts', 'declarations', 'requests', 'batches', 'mail', 'exports'] as const

/** Owners of this process; others with its pid are dead. */
const ownersHere = new Set<string>()

/**
 * Holder of claims: one open archive of one process. The claims of a dead process are free at once where the system says
 * when processes were born, and after `SILENCE` elsewhere.
 */
export class Owner {
  #id: string | undefined
  readonly #birth: Birth | undefined
  readonly #db: Database
  readonly #now: () => number
  readonly #unwritten: { sql: string; params: SqlParams }[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(db: Database, now: () => number) {
    this.#db = db
    this.#now = now
    this.#birth = birthOf('self')
  }

  /** `pid|space|boot|ticks|random`, made on first use: most commands claim nothing. */
  get id(): string {
    if (this.#id === undefined) {
      const { space, boot, ticks } = this.#birth ?? { space: '', boot: '', ticks: '' }
      this.#id = [process.pid, space, boot, ticks, randomUUID()].join('|')
      ownersHere.add(this.#id)
    }
    return this.#id
  }

  /** Call this in the transaction that writes this owner's id into a row: it starts the heartbeat. */
  holds(): void {
    if (this.#timer) return
    this.#removeDead()
    this.#beat()
    this.#timer = setInterval(() => {
      try {
        this.#beat()
        this.#writeReleases()
      } catch {
        // Without heartbeats, others take over at worst. The cause (a full disk) also makes this process's own work fail,
        // which reports it.
      }
    }, BEAT)
    this.#timer.unref()
  }

  isAlive(id: string | null): boolean {
    if (id === null) return false
    if (ownersHere.has(id)) return true
    const [pid = '', space = '', boot = '', ticks = ''] = id.split('|')
    if (this.#birth && ticks !== '') {
      if (boot !== this.#birth.boot) return false
      if (space === this.#birth.space) return Number(pid) !== process.pid && birthOf(pid)?.ticks === ticks
    } else if (Number(pid) === process.pid || !isRunning(Number(pid))) return false
    const beat = this.#db.get<{ beat: number }>('SELECT beat FROM owners WHERE id = :id', { id })?.beat
    return beat !== undefined && Math.abs(this.#now() - beat) < SILENCE
  }

  /**
   * Runs a statement that releases a claim. If it cannot be written now (a full disk), the next release or heartbeat
   * writes it; otherwise the claim would last as long as this process.
   */
  releaseBy(sql: string, params: SqlParams): void {
    this.#unwritten.push({ sql, params })
    try {
      this.#writeReleases()
    } catch (error) {
      if (!(error instanceof RecipisaError)) throw error
    }
  }

  /** Writes this owner into a row, within the transaction that checked that no living process has it. */
  claim(table: (typeof OWNED)[number], id: number | string): void {
    this.holds()
    this.#db.run(`UPDATE ${table} SET owner = :owner WHERE id = :id`, { id, owner: this.id })
  }

  /** Releases this owner's claim on a row. */
  release(table: (typeof OWNED)[number], id: number | string): void {
    this.releaseBy(`UPDATE ${table} SET owner = NULL WHERE id = :id AND owner = :owner`, { id, owner: this.id })
  }

  /** Releases every claim. */
  end(): void {
    if (this.#id === undefined) return
    clearInterval(this.#timer)
    ownersHere.delete(this.#id)
    const id = { id: this.#id }
    this.#db.transaction(() => {
      for (const table of [...OWNED, 'messages', 'async_questions'])
        this.#db.run(`UPDATE ${table} SET owner = NULL WHERE owner = :id`, id)
      this.#db.run('DELETE FROM owners WHERE id = :id', id)
    })
  }

  #writeReleases(): void {
    // A closed archive has released every claim already.
    if (!this.#db.isOpen) this.#unwritten.length = 0
    for (let next = this.#unwritten[0]; next; next = this.#unwritten[0]) {
      this.#db.run(next.sql, next.params)
      this.#unwritten.shift()
    }
  }

  #beat(): void {
    this.#db.run(
      'INSERT INTO owners (id, beat) VALUES (:id, :beat) ON CONFLICT (id) DO UPDATE SET beat = excluded.beat',
      { id: this.id, beat: this.#now() },
    )
  }

  #removeDead(): void {
    for (const { id } of this.#db.all<{ id: string }>('SELECT id FROM owners'))
      if (!this.isAlive(id)) this.#db.run('DELETE FROM owners WHERE id = :id', { id })
  }
}

/** Undefined if the system does not say (not Linux), or the process does not exist or is a zombie. */
function birthOf(pid: string): Birth | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The command can contain spaces and parentheses; the fields after the last one are fixed: 3 is the state, 22 the start.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ticks = fields[19]
    if (ticks === undefined || fields[0] === 'Z' || fields[0] === 'X') return undefined
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()
    return { space: readlinkSync('/proc/self/ns/pid'), boot, ticks }
  } catch {
    return undefined // no /proc, or no such process
  }
}
