import { mkdir, open, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { openArchive } from '../../../native-host/archive/core/open.ts'
import { archiveFolder } from '../../../native-host/archive/core/paths.ts'
import { filesUnder } from '../../support/archived-files.ts'
import { type Document, makeDocuments } from '../support/documents.ts'
import { inLanes } from '../support/lanes.ts'
import type { Row } from '../support/row.ts'
import { inTurns, timed } from '../support/samples.ts'
import { inTemporary } from '../support/temporary.ts'

/** Of each round; five rounds make the 10,000. */
const DOCUMENTS = 2000
/** As many downloads end at the same time in a sync at the documented limit. */
const LANES = 50

type Files = ReadonlyMap<string, Uint8Array>

/** Unzip, read, verify, index and make durable, held against a program that only writes the same files as durably. */
export const row: Row = {
  async measure() {
    const documents = await makeDocuments(DOCUMENTS)
    const files = await inTemporary(folder => archiveAll(folder, documents).then(() => filesOf(folder)))
    const { ours, floor } = await inTurns({
      ours: () => inTemporary(folder => archiveAll(folder, documents)),
      floor: () => inTemporary(folder => writeAll(folder, files)),
    })
    return {
      lines: [
        {
          measure: `archive ${DOCUMENTS.toLocaleString('en')} ZIPs: unzip, read, verify, index, durable`,
          unit: 'ms',
          ours,
          floor: { name: 'the same files written as durably', values: floor },
          limits: [{ of: 'ratio', atMost: 1.5 }],
          reason:
            'reading the documents alone takes 0.4 times the floor; each has two commits and its rows in twenty indexes, and its file is moved to its place once its name is read',
        },
      ],
    }
  },
}

/** Archives the documents as a sync does; gives the time, ms. */
async function archiveAll(folder: string, documents: readonly Document[]): Promise<number> {
  const archive = await openArchive({ dataDir: folder, environment: 'test', now: Date.now })
  try {
    archive.messages.record(documents.map(({ message }) => message))
    return await timed(() =>
      inLanes(LANES, documents, async ({ message: { id }, zip }) => {
        archive.messages.claim(id)
        await archive.messages.store(id, zip)
        archive.messages.release(id)
      }),
    )
  } finally {
    archive.close()
  }
}

/** The files that the archive wrote for the documents, ZIPs and sidecars, by their paths. */
async function filesOf(folder: string): Promise<Files> {
  const root = archiveFolder(folder, 'test')
  return new Map([...(await filesUnder(root))].map(([path, bytes]) => [path.slice(root.length + 1), bytes]))
}

/** Writes each file so that it survives a loss of power: the bytes, then the name; gives the time, ms. */
async function writeAll(folder: string, files: Files): Promise<number> {
  for (const path of files.keys()) await mkdir(join(folder, dirname(path)), { recursive: true })
  return timed(() =>
    inLanes(LANES, [...files], async ([path, bytes]) => {
      const place = join(folder, path)
      const file = await open(`${place}.part`, 'w', 0o600)
      await file.writeFile(bytes)
      await file.sync()
      await file.close()
      await rename(`${place}.part`, place)
      const parent = await open(dirname(place), 'r')
      await parent.sync()
      await parent.close()
    }),
  )
}
