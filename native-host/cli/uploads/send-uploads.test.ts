import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Inspection, Upload } from '../../../shared/protocol/uploads.ts'
import type { Cli } from '../core/command.ts'
import { LABELS } from '../core/labels.ts'
import type { Plan } from './confirm-upload.ts'
import { sendUploads } from './send-uploads.ts'

const FLAGS = { extern: false, selfBilled: false, enforcement: false, b2c: false }
const FILE = { size: 4, cui: '14399840', standard: 'UBL', invoice: null } as const
const [FIRST, SECOND] = ['a'.repeat(64), 'b'.repeat(64)]
const REJECTED: Upload = {
  ...{ ...FILE, id: 1, state: 'rejected', sha256: FIRST, fileName: 'a.xml', flags: FLAGS, uploadIndex: null },
  ...{ downloadId: null, createdAt: 0, checkedAt: null, nextCheckAt: null, findings: ['Nu aveti drept in SPV'] },
  ...{ corrects: null, repeats: null, trouble: null },
}

function plan(sha256: string, fileName: string): Plan {
  const found = { rights: 'granted', suggested: FLAGS } as const
  const inspection: Inspection = { ...FILE, ...found, sha256, fileName, problems: [], earlier: [] }
  return { inspection, cui: FILE.cui, standard: FILE.standard, flags: FLAGS }
}

/** A host that rejects the first file, and then fails: each of its errors names the method. */
function brokenHost(): Cli {
  const call = async (method: string, params: { sha256?: string }) => {
    if (method === 'uploads.send' && params.sha256 === FIRST) return { attempt: REJECTED }
    throw new RecipisaError('storage-failed', { problem: method })
  }
  const stream = () => new PassThrough()
  return {
    call: call as Cli['call'],
    services: { explain: (error: unknown) => error } as Cli['services'],
    terminal: { stdin: stream(), stdout: stream(), stderr: stream(), locale: 'en' },
    ...{ labels: LABELS.en, json: true, signal: new AbortController().signal },
  }
}

test('what was sent before a failure is told beside it, even if nothing can be read any more', async () => {
  const output = await sendUploads(brokenHost(), [plan(FIRST, 'a.xml'), plan(SECOND, 'b.xml')], { yes: true })
  expect(output).toMatchObject({
    json: { attempts: [REJECTED], error: { details: { params: { problem: 'uploads.send' } } } },
    text: expect.stringContaining('a.xml: rejected\n  Nu aveti drept in SPV'),
  })
})

test('a failure before the first upload is the only thing to tell', async () => {
  await expect(sendUploads(brokenHost(), [plan(SECOND, 'b.xml')], { yes: true })).rejects.toMatchObject({
    params: { problem: 'uploads.send' },
  })
})
