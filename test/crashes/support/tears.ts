import { existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Random } from '../../authority/world/random.ts'

/** SQLite's page, bytes. */
const PAGE = 4096

/** The damage of a crash, a disk or a backup program to the database of a data folder. */
export const TEARS = {
  'a page is zeros': (folder, random) => {
    const path = join(folder, DATABASE)
    const pages = Math.floor(readFileSync(path).length / PAGE)
    overwrite(path, random.between(0, pages - 1) * PAGE, Buffer.alloc(PAGE))
  },
  'a sector is zeros': (folder, random) => {
    const path = join(folder, DATABASE)
    const sectors = Math.floor(readFileSync(path).length / 512)
    overwrite(path, random.between(0, sectors - 1) * 512, Buffer.alloc(512))
  },
  'noise lies in it': (folder, random) => {
    const path = join(folder, DATABASE)
    const noise = Buffer.from(Array.from({ length: 700 }, () => random.between(0, 255)))
    overwrite(path, random.between(0, readFileSync(path).length - noise.length), noise)
  },
  'its end is cut off': (folder, random) => {
    const path = join(folder, DATABASE)
    truncateSync(path, random.between(0, readFileSync(path).length - 1))
  },
  'it is empty': folder => truncateSync(join(folder, DATABASE), 0),
  'it is gone, and its log is there': folder => rmSync(join(folder, DATABASE)),
  'its log is gone': folder => rmSync(join(folder, LOG)),
  'its log is cut off': (folder, random) => {
    const path = join(folder, LOG)
    truncateSync(path, random.between(0, readFileSync(path).length - 1))
  },
  'noise lies in its log': (folder, random) => {
    const path = join(folder, LOG)
    const noise = Buffer.from(Array.from({ length: 700 }, () => random.between(0, 255)))
    overwrite(path, random.between(0, readFileSync(path).length - noise.length), noise)
  },
} satisfies Record<string, (folder: string, random: Random) => void>

export const KINDS_OF_TEARS = Object.keys(TEARS).length

const DATABASE = 'recipisa.db'
const LOG = 'recipisa.db-wal'

/** Whether the copied folder has a log with something in it. */
export const hasLog = (folder: string): boolean =>
  existsSync(join(folder, LOG)) && readFileSync(join(folder, LOG)).length > 0

function overwrite(path: string, at: number, bytes: Buffer): void {
  const whole = readFileSync(path)
  bytes.copy(whole, at)
  writeFileSync(path, whole)
}
