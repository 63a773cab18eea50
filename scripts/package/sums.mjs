// The checksums of a release, as `sha256sum --check SHA256SUMS` reads them.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

const NAME = 'SHA256SUMS'

/** Writes the sums of all files of a folder beside them, and returns the lines. */
export async function writeSums(folder) {
  const lines = []
  for (const name of (await readdir(folder)).filter(each => each !== NAME).sort()) {
    const hash = createHash('sha256')
    await pipeline(createReadStream(join(folder, name)), hash)
    lines.push(`${hash.digest('hex')}  ${name}`)
  }
  await writeFile(join(folder, NAME), lines.map(line => `${line}\n`).join(''))
  return lines
}
