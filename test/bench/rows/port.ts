import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Database } from '../../../native-host/archive/core/database.ts'
import { openArchive } from '../../../native-host/archive/core/open.ts'
import { archiveFolder, databasePath } from '../../../native-host/archive/core/paths.ts'
import { sha256Of } from '../../../native-host/archive/store/hash.ts'
import { encodeFrame, FrameReader } from '../../../native-host/messaging/frames.ts'
import { HostProcess } from '../../contract/support/host.ts'
import type { Row } from '../support/row.ts'
import { inTurns, timed } from '../support/samples.ts'
import { inTemporary } from '../support/temporary.ts'

const BYTES = 50 * 1024 * 1024
/** Of one answer of the bare host, bytes before base64: an answer has 1 MB at most (H-01). */
const PIECE = 700_000

/** A program that answers each frame with the next piece of a file, in base64, and does nothing else. */
const BARE_HOST = `
  const fs = require('node:fs'), file = fs.openSync(process.argv[1]), piece = Buffer.alloc(${PIECE})
  let at = 0
  process.stdin.on('data', () => {
    const length = fs.readSync(file, piece, 0, piece.length, at)
    at += length
    const body = Buffer.from(JSON.stringify({ data: piece.toString('base64', 0, length) })), head = Buffer.alloc(4)
    head.writeUInt32LE(body.length)
    process.stdout.write(Buffer.concat([head, body]))
  })`

/** 50 MB of an archived document through the native port to who asked for it. */
export const row: Row = {
  measure: () =>
    inTemporary(async dataDir => {
      const path = await storeLarge(dataDir)
      const { ours, floor } = await inTurns({ ours: () => pull(dataDir), floor: () => pullBare(path) })
      return {
        lines: [
          {
            measure: '50 MB through the native port',
            unit: 'ms',
            ours,
            floor: { name: 'base64 of the same bytes through a bare host', values: floor },
            limits: [{ of: 'ratio', atMost: 1.5 }],
            reason:
              'at the target, on either side of it: the host reads the whole document and its SHA-256 before the first piece',
          },
        ],
      }
    }),
}

/** Archives one large document, and gives its path. */
async function storeLarge(dataDir: string): Promise<string> {
  const archive = await openArchive({ dataDir, environment: 'prod', now: Date.now })
  const details = { type: 'FACTURA PRIMITA', details: '', sellerCui: null, buyerCui: null, selfBilled: false }
  archive.messages.record([
    { id: '1', uploadIndex: '2', cui: '14399840', kind: 'received', createdAt: Date.now(), ...details },
  ])
  archive.close()
  const bytes = randomBytes(BYTES)
  const folder = archiveFolder(dataDir, 'prod')
  const path = join(folder, '14399840', 'large.zip')
  mkdirSync(join(folder, '14399840'), { recursive: true })
  writeFileSync(path, bytes)
  const db = await Database.open(databasePath(dataDir))
  db.run(`UPDATE messages SET state = 'archived', path = '14399840/large.zip', size = :size, sha256 = :sha256`, {
    size: BYTES,
    sha256: sha256Of(bytes),
  })
  db.close()
  return path
}

async function pull(dataDir: string): Promise<number> {
  const host = new HostProcess({ RECIPISA_DATA_DIR: dataDir })
  try {
    await host.request('profile.get', {})
    const document = { area: 'invoices', id: '1', as: 'zip' } as const
    return await timed(async () => {
      let read = 0
      for (let offset: number | null = 0; offset !== null; ) {
        const piece: { data: string; nextOffset: number | null } = await host.request('documents.read', {
          document,
          offset,
        })
        read += Buffer.from(piece.data, 'base64').length
        offset = piece.nextOffset
      }
      if (read !== BYTES) throw new Error(`${read} bytes came`)
    })
  } finally {
    await host.close()
  }
}

async function pullBare(path: string): Promise<number> {
  const child = spawn(process.execPath, ['-e', BARE_HOST, path], { stdio: ['pipe', 'pipe', 'ignore'] })
  const reader = new FrameReader()
  const waiting: ((data: string) => void)[] = []
  child.stdout.on('data', (chunk: Buffer) => {
    for (const event of reader.push(chunk))
      if (event.kind === 'message') waiting.shift()?.((event.value as { data: string }).data)
  })
  const ask = () =>
    new Promise<string>(resolve => {
      waiting.push(resolve)
      child.stdin.write(encodeFrame('{}'))
    })
  try {
    return await timed(async () => {
      for (let read = 0; read < BYTES; ) read += Buffer.from(await ask(), 'base64').length
    })
  } finally {
    child.stdin.end()
  }
}
