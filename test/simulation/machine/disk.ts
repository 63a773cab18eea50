import fs from 'node:fs'
import { dirname, join } from 'node:path'
import { chance, type Random } from '../seed.ts'

/** A rename that a loss of power can undo until its folder is synced. */
type NameChange = { folder: string; undo: () => void; forget: () => void }

/** A file whose latest bytes are not synced; `durable` are those that a loss of power leaves at least. */
type Dirty = { path: string; durable: Buffer }

/**
 * The disk of the simulated machine: real files below `root`, and the record of their bytes and names that
 * are not synced yet. SQLite's files are its own and not watched here.
 */
export class Disk {
  /** While it is true, the disk accepts nothing new. */
  isFull = false
  readonly #random: Random
  readonly #grave: string
  #buried = 0
  #names: NameChange[] = []
  readonly #dirty = new Map<number, Dirty>()

  constructor(root: string, random: Random) {
    this.#random = random
    this.#grave = join(root, 'unlinked')
    fs.mkdirSync(this.#grave)
  }

  /** To be called before bytes of an open file change. */
  beforeWrite(path: string, descriptor: number): void {
    const { ino } = fs.fstatSync(descriptor)
    if (!this.#dirty.has(ino)) this.#dirty.set(ino, { path, durable: fs.readFileSync(path) })
  }

  /** The bytes of an open file survive a loss of power from here on. */
  synced(descriptor: number): void {
    this.#dirty.delete(fs.fstatSync(descriptor).ino)
  }

  /** The names in a folder survive a loss of power from here on. */
  syncedFolder(folder: string): void {
    for (const change of this.#names) if (change.folder === folder) change.forget()
    this.#names = this.#names.filter(change => change.folder !== folder)
  }

  created(path: string): void {
    this.#changed(dirname(path), () => fs.rmSync(path, { recursive: true, force: true }))
  }

  rename(from: string, to: string): void {
    const before = this.#bury(to)
    fs.renameSync(from, to)
    this.#moved(from, to)
    const undo = () => {
      if (!fs.existsSync(to)) return
      fs.renameSync(to, from)
      this.#moved(to, from)
      if (before) fs.renameSync(before, to)
    }
    this.#changed(dirname(to), undo, before)
  }

  remove(path: string): void {
    const before = this.#bury(path)
    fs.rmSync(path, { force: true })
    if (before) this.#changed(dirname(path), () => fs.renameSync(before, path), before)
  }

  /** Some of the unsynced data is gone and some is half there. */
  losePower(): void {
    const random = this.#random
    const kept = chance(random, 30) ? 0 : random.between(0, this.#names.length)
    for (const { undo } of this.#names.slice(kept).reverse()) undo()
    for (const { forget } of this.#names.slice(0, kept)) forget()
    this.#names = []
    for (const [ino, { path, durable }] of this.#dirty) {
      const found = fs.statSync(path, { throwIfNoEntry: false })
      if (found?.ino !== ino) continue
      const bytes = fs.readFileSync(path)
      const torn = bytes.subarray(0, random.between(0, bytes.length))
      fs.writeFileSync(path, random.pick([durable, torn, bytes]))
    }
    this.#dirty.clear()
  }

  #moved(from: string, to: string): void {
    for (const dirty of this.#dirty.values()) if (dirty.path === from) dirty.path = to
  }

  #changed(folder: string, undo: () => void, buried?: string): void {
    this.#names.push({ folder, undo, forget: () => buried && fs.rmSync(buried, { force: true }) })
  }

  /** Keeps a file that loses its name, under another one. */
  #bury(path: string): string | undefined {
    if (!fs.existsSync(path)) return undefined
    const buried = join(this.#grave, String(++this.#buried))
    fs.linkSync(path, buried)
    return buried
  }
}
