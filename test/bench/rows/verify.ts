import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openArchive } from '../../../native-host/archive/core/open.ts'
import { archiveFolder } from '../../../native-host/archive/core/paths.ts'
import { rebuildArchive } from '../../../native-host/archive/core/rebuild.ts'
import { quickDisk } from '../../office/quick-disk.ts'
import { makeDocuments } from '../support/documents.ts'
import { inLanes } from '../support/lanes.ts'
import type { Row } from '../support/row.ts'
import { inTurns, timed } from '../support/samples.ts'
import { inTemporary } from '../support/temporary.ts'

/** Both grow with the documents alone: what a fifth of the promised number takes, the whole takes five times. */
const DOCUMENTS = 20_000
/** Different documents; the others have the same bytes under other ids. */
const DIFFERENT = 1000

const never = new AbortController().signal
const quiet = () => undefined

/** Verify and rebuild an archive, held against reading its bytes and SHA-256. */
export const row: Row = {
  measure: () =>
    inTemporary(async dataDir => {
      await fill(dataDir)
      const { verify, rebuild, floor } = await inTurns({
        verify: () => verifyAll(dataDir),
        rebuild: () => timed(() => rebuildArchive({ dataDir, now: Date.now, progress: quiet, signal: never })),
        floor: () => timed(() => readAll(archiveFolder(dataDir, 'test'))),
      })
      const reading = { name: 'reading the bytes and SHA-256', values: floor }
      return {
        lines: [
          {
            measure: 'verify 20,000 documents',
            unit: 'ms',
            ours: verify,
            floor: reading,
            limits: [{ of: 'ratio', atMost: 1.5 }],
          },
          {
            measure: 'rebuild 20,000 documents',
            unit: 'ms',
            ours: rebuild,
            floor: reading,
            limits: [{ of: 'ratio', atMost: 3 }],
            reason:
              'each document is parsed again, which takes four times as long as its bytes, and its row goes into twenty indexes and the searched texts: a rebuild trusts nothing but the documents',
          },
        ],
      }
    }),
}

async function fill(dataDir: string): Promise<void> {
  const made = await makeDocuments(DIFFERENT)
  const documents = Array.from({ length: DOCUMENTS }, (_, n) => {
    const { message, zip } = made[n % DIFFERENT] ?? made[0] ?? { message: undefined, zip: undefined }
    if (!message) throw new Error('no documents')
    return { message: { ...message, id: String(4_000_000_000 + n), uploadIndex: String(6_000_000_000 + n) }, zip }
  })
  const archive = await openArchive({ dataDir, environment: 'test', now: Date.now, disk: quickDisk() })
  try {
    archive.messages.record(documents.map(({ message }) => message))
    await inLanes(50, documents, ({ message, zip }) => archive.messages.store(message.id, zip))
  } finally {
    archive.close()
  }
}

async function verifyAll(dataDir: string): Promise<number> {
  const archive = await openArchive({ dataDir, environment: 'test', now: Date.now })
  try {
    return await timed(() => archive.verify(quiet, never))
  } finally {
    archive.close()
  }
}

/** As a plain program would: a file after the other. */
async function readAll(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await readAll(path)
    else if (path.endsWith('.zip'))
      createHash('sha256')
        .update(await readFile(path))
        .digest('hex')
  }
}
