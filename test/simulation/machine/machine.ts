import { EventEmitter } from 'node:events'
import fs from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { PdfContents } from '../../../native-host/capabilities/declarations/pdf-worker.ts'
import { Timeline } from '../clock.ts'
import type { Given, Program } from '../program/bundle.ts'
import { type Random, randomOf } from '../seed.ts'
import { createGiven } from './builtins.ts'
import { Disk } from './disk.ts'
import { type Crash, SimulatedProcess } from './process.ts'

/** Crashes by the number of the disk's step at which they come. */
export type CrashPlan = ReadonlyMap<number, Crash>

export type MachineOptions = {
  seed: number
  /** A folder for this run alone. */
  root: string
  /** Epoch ms. */
  wall: number
  compiled: (given: Given) => Program
  crashes: CrashPlan
  isBusy: boolean
  /** Whether the system reports a process's birth, as Linux does. */
  tellsBirths: boolean
  /** The contents that the host's thread reads in a PDF, by its SHA-256. */
  pdfs: ReadonlyMap<string, PdfContents>
}

/** The work of a process that runs as a separate program: `jobs run`, `auth carry`. */
export type Commands = (process: RunningProgram, args: readonly string[], input: string) => Promise<string>

export type RunningProgram = { process: SimulatedProcess; program: Program }

export type Death = { process: SimulatedProcess; at: number; how: Crash['how'] }

/** The computer that the host runs on: time, disk, power and processes, all decided by the seed. */
export class Machine {
  readonly timeline: Timeline
  readonly random: Random
  readonly disk: Disk
  readonly root: string
  readonly dataDir: string
  /** The host's log, and the processes' stderr. */
  readonly log: string[] = []
  /** The events in order: equal for equal seeds. */
  readonly trace: string[] = []
  readonly deaths: Death[] = []
  /** The periods in which the disk was full. */
  readonly fulls: { from: number; until: number }[] = []
  /** Uncaught errors. */
  readonly uncaughts: string[] = []
  /** Whether the databases were lost once: data outside the journals is then forgotten. */
  hasLostDatabases = false
  isCrashing = true
  steps = 0
  commands: Commands | undefined
  readonly #options: MachineOptions
  readonly #processes = new Set<SimulatedProcess>()
  readonly #databases = new Map<string, { wal: number; changed: bigint }>()
  #boot = 1
  #born = 0
  #nextPid = 100

  constructor(options: MachineOptions) {
    this.#options = options
    this.timeline = new Timeline(options.wall, options.isBusy ? randomOf(options.seed, 'busy') : undefined)
    this.random = randomOf(options.seed, 'machine')
    this.root = options.root
    this.dataDir = join(options.root, 'data')
    this.disk = new Disk(options.root, randomOf(options.seed, 'disk'))
  }

  note(line: string): void {
    this.trace.push(`${this.timeline.now.toFixed(2)} ${line.replaceAll(this.root, '')}`)
  }

  get processes(): readonly SimulatedProcess[] {
    return [...this.#processes]
  }

  start(kind: string): RunningProgram {
    const name = `${kind}-${++this.#born}`
    this.#nextPid += this.random.between(1, 3)
    const process = new SimulatedProcess(this, name, this.#nextPid, randomOf(this.#options.seed, name))
    this.#processes.add(process)
    process.onEnd(() => this.#processes.delete(process))
    this.note(`start ${name}`)
    let program: Program | undefined
    const made = () => {
      if (!program) throw new Error('the program has not run yet')
      return program
    }
    program = this.#options.compiled(createGiven(process, made))
    return { process, program }
  }

  get pdfs(): MachineOptions['pdfs'] {
    return this.#options.pdfs
  }

  get tellsBirths(): boolean {
    return this.#options.tellsBirths
  }

  isRunning(pid: number): boolean {
    return this.processes.some(process => process.pid === pid)
  }

  /** The way in which the disk's next step ends its process, if it does. */
  crashAt(process: SimulatedProcess, what: string): Crash | undefined {
    const step = ++this.steps
    this.note(`${step} ${process.name} ${what}`)
    return this.isCrashing ? this.#options.crashes.get(step) : undefined
  }

  crash(process: SimulatedProcess, how: Crash['how']): void {
    if (how === 'power') this.losePower()
    else {
      this.note(`kill ${process.name}`)
      this.deaths.push({ process, at: this.timeline.now, how })
      process.end()
    }
  }

  /** Every process ends at once, and unsynced data is lost or torn. */
  losePower(): void {
    this.note('power')
    const files = [...this.#databases].map(([path, durable]) => {
      const { main, log } = readDatabase(path)
      // A checkpoint since the last durable commit has synced the whole log.
      const least = changedAt(path) === durable.changed ? Math.min(durable.wal, log.length) : log.length
      return { path, main, log: log.subarray(0, this.random.between(least, log.length)) }
    })
    for (const process of this.processes) {
      this.deaths.push({ process, at: this.timeline.now, how: 'power' })
      process.end()
    }
    for (const { path, main, log } of files) {
      fs.writeFileSync(path, main)
      fs.writeFileSync(`${path}-wal`, log)
      fs.rmSync(`${path}-shm`, { force: true })
    }
    this.disk.losePower()
    this.#boot++
  }

  /** The disk has space again after this many ms. */
  fullFrom(ms: number): void {
    const from = this.timeline.now
    this.fulls.push({ from, until: from + ms })
    this.timeline.after(ms, () => {
      this.disk.isFull &&= this.fulls.some(({ until }) => until > this.timeline.now)
    })
  }

  /** Ends every process, and removes the databases. */
  loseDatabases(): void {
    for (const process of this.processes) this.crash(process, 'kill')
    for (const path of this.#databases.keys())
      for (const ending of ['', '-wal', '-shm']) fs.rmSync(path + ending, { force: true })
    this.#databases.clear()
    this.hasLostDatabases = true
    this.note('databases lost')
  }

  /** A commit of this database has been synced. */
  committed(path: string): void {
    const wal = fs.statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0
    this.#databases.set(path, { wal, changed: changedAt(path) })
  }

  /** A database is open: what it holds by now is taken as synced. */
  opened(path: string): void {
    if (!this.#databases.has(path)) this.committed(path)
  }

  /** The system's text in /proc; undefined for any other file. */
  tell(process: SimulatedProcess, path: string): string | undefined {
    if (!path.startsWith('/proc/')) return undefined
    const [, pid] = /^\/proc\/(\w+)\/stat$/.exec(path) ?? []
    const about = pid === 'self' ? process : this.processes.find(one => String(one.pid) === pid)
    if (!this.#options.tellsBirths || (pid && !about)) throw Object.assign(new Error('ENOENT'), { code: 'ENOENT' })
    if (about) return `${about.pid} (node) S ${'0 '.repeat(18)}${about.ticks} 0`
    return path.endsWith('boot_id') ? `boot-${this.#boot}\n` : 'pid:[1]'
  }

  uncaught(process: SimulatedProcess, error: unknown): void {
    this.uncaughts.push(`${process.name}: ${error instanceof Error ? error.stack : String(error)}`)
    this.crash(process, 'kill')
  }

  /** Starts the program as a separate process, like Node's `spawn`. */
  spawn(parent: SimulatedProcess, args: readonly string[]) {
    const running = this.start(args.slice(1, 3).join('-'))
    const { process } = running
    const [stdin, stdout] = [new PassThrough(), new PassThrough()]
    const child = Object.assign(new EventEmitter(), {
      pid: process.pid,
      stdin,
      stdout,
      exitCode: null as number | null,
      signalCode: null as string | null,
      unref: () => undefined,
    })
    process.onEnd(() => {
      stdout.end()
      parent.guarded(() => {
        child.emit('exit', child.exitCode, child.signalCode)
        child.emit('close', child.exitCode, child.signalCode)
      })()
    })
    const run = async () => {
      await process.pass()
      const said = await this.commands?.(running, args, args.includes('carry') ? await text(stdin) : '')
      if (!process.isAlive) return
      stdout.write(said ?? '')
      child.exitCode = 0
      process.end()
    }
    run().catch((error: unknown) => {
      if (!process.isAlive) return
      if (!(error instanceof running.program.RecipisaError)) return this.uncaught(process, error)
      child.exitCode = 1
      process.end()
    })
    return child
  }
}

const changedAt = (path: string): bigint => fs.statSync(path, { bigint: true }).mtimeNs

function readDatabase(path: string): { main: Buffer; log: Buffer } {
  const log = `${path}-wal`
  return { main: fs.readFileSync(path), log: fs.existsSync(log) ? fs.readFileSync(log) : Buffer.alloc(0) }
}
