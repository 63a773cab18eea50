import { DatabaseSync, type DatabaseSyncOptions, type StatementSync } from 'node:sqlite'
import type { SimulatedProcess } from './process.ts'

const full = (): Error =>
  Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13, errstr: 'full' })

/**
 * SQLite itself, whose commits are points at which a process can die or the disk can be full. What was committed stays
 * when a process dies; after a loss of power, commits that were not `synchronous=FULL` can be missing.
 */
export function databaseClassOf(process: SimulatedProcess) {
  const { machine } = process
  return class extends DatabaseSync {
    readonly #path: string
    readonly #isLock: boolean
    #isDurable = false

    constructor(path: string, options: DatabaseSyncOptions = {}) {
      process.mustLive()
      super(path, options)
      this.#path = path
      this.#isLock = path.endsWith('.lock')
      process.databases.add(this)
      if (!this.#isLock) machine.opened(path)
    }

    override exec(sql: string): void {
      process.mustLive()
      if (/synchronous = FULL/.test(sql)) this.#isDurable = true
      if (/synchronous = NORMAL/.test(sql)) this.#isDurable = false
      if (this.#isLock || sql !== 'COMMIT') super.exec(sql)
      else if (machine.disk.isFull) {
        super.exec('ROLLBACK')
        throw full()
      } else this.#committing(() => super.exec(sql))
    }

    override prepare(sql: string): StatementSync {
      process.mustLive()
      const statement = super.prepare(sql)
      if (/^\s*(SELECT|PRAGMA|WITH)/i.test(sql)) return statement
      const run = statement.run.bind(statement) as (...given: unknown[]) => ReturnType<StatementSync['run']>
      const guarded = (...given: unknown[]) => {
        process.mustLive()
        if (this.isTransaction) return run(...given)
        if (machine.disk.isFull) throw full()
        return this.#committing(() => run(...given))
      }
      return Object.assign(statement, { run: guarded })
    }

    override close(): void {
      process.databases.delete(this)
      super.close()
    }

    #committing<T>(commit: () => T): T {
      return process.changing(true, 'commit', () => {
        const done = commit()
        if (this.#isDurable) machine.committed(this.#path)
        return done
      })
    }
  }
}
