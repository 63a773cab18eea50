import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { openArchive } from '../../archive/core/open.ts'
import {
  aMessage,
  aZip,
  CUI,
  filesBelow,
  NOON,
  openTestArchive,
  temporaryFolder,
} from '../../archive/core/test-archive.fixture.ts'
import type { UploadAnswer } from '../../authority/efactura/types.ts'
import { advanceUpload } from './advance-upload.ts'

const never = new AbortController().signal
const FLAGS = { extern: false, selfBilled: false, enforcement: false, b2c: false }
const DAY = 86_400_000
const bytes = new TextEncoder().encode('<Invoice/>')

/**
 * An upload sent with the certificate `age` ms after its confirmation and a change of its stored file, and the number of
 * times it was sent.
 */
async function sentAfter(
  age: number,
  change: (file: string) => void = () => undefined,
  answer: () => UploadAnswer = () => ({ outcome: 'accepted', uploadIndex: '3828' }),
) {
  const folder = temporaryFolder()
  const clock = { now: NOON }
  const now = () => clock.now
  const archive = await openArchive({ dataDir: folder, environment: 'prod', access: 'certificate', now })
  onTestFinished(() => archive.close())
  const sha256 = await archive.uploads.stage(bytes, 'f.xml')
  const file = filesBelow(folder).find(name => name.endsWith(`${sha256}.xml`))
  change(join(folder, file ?? expect.fail('it is not stored')))
  const draft = { sha256, size: bytes.length, fileName: 'f.xml', cui: CUI, standard: 'UBL', flags: FLAGS } as const
  const begun = archive.uploads.begin({ ...draft, invoice: null, corrects: null }, false)
  const { id } = 'attempt' in begun ? begun.attempt : expect.fail('it was filed before')
  let sent = 0
  const ports = {
    archive,
    uploadClient: {
      ready: async () => () => undefined,
      async upload() {
        sent++
        return answer()
      },
    },
    eInvoicing: {
      listWindow: () => expect.fail('nothing is looked for'),
      download: () => expect.fail('nothing is looked for'),
      status: () => expect.fail('nothing is looked for'),
    },
    fetchMessage: () => expect.fail('nothing is looked for'),
    now,
    explain: (error: unknown) =>
      error instanceof RecipisaError ? error : new RecipisaError('unexpected', { problem: String(error), log: '' }),
  }
  clock.now += age
  // As each look for due work does.
  archive.uploads.open()
  await advanceUpload(ports, id, never)
  return { sent, upload: archive.uploads.get(id) }
}

test('E-05 an upload that has waited for a day is not sent any more: it may have been filed in another way', async () => {
  expect(await sentAfter(DAY - 1)).toMatchObject({ sent: 1, upload: { state: 'processing' } })
  const late = await sentAfter(DAY)
  expect(late).toMatchObject({ sent: 0, upload: { state: 'not-sent' } })
  expect(late.upload?.trouble?.details?.reason).toBe('upload-waited-too-long')
})

test('E-05 an upload that has waited while the clock was set back is not sent any more', async () => {
  expect(await sentAfter(-1)).toMatchObject({ sent: 0, upload: { state: 'not-sent' } })
})

test('E-05 an upload whose stored file cannot be read is not sent, and not unknown', async () => {
  const { sent, upload } = await sentAfter(0, file => {
    rmSync(file)
    mkdirSync(file)
  })
  expect({ sent, state: upload?.state }).toEqual({ sent: 0, state: 'not-sent' })
  expect(upload?.trouble?.details?.reason).toBe('storage-failed')
})

test('E-05 a failure that nobody expected proves nothing: the upload is unknown, and looked for', async () => {
  const { sent, upload } = await sentAfter(
    0,
    () => undefined,
    () => {
      throw new TypeError('a fault of this program')
    },
  )
  expect({ sent, upload }).toMatchObject({ sent: 1, upload: { state: 'unknown', nextCheckAt: expect.any(Number) } })
})

/** A processed upload; its status names message 9 as its document. */
async function processed() {
  const archive = await openTestArchive(temporaryFolder())
  const sha256 = await archive.uploads.stage(bytes, 'f.xml')
  const draft = { sha256, size: bytes.length, fileName: 'f.xml', cui: CUI, standard: 'UBL', flags: FLAGS } as const
  const begun = archive.uploads.begin({ ...draft, invoice: null, corrects: null }, false)
  const { id } = 'attempt' in begun ? begun.attempt : expect.fail('it was filed before')
  archive.uploads.claim(id)
  archive.uploads.update(id, { state: 'processing', uploadIndex: '3828', nextCheckAt: NOON })
  archive.uploads.release(id)
  const ports = {
    archive,
    uploadClient: { ready: () => expect.fail('nothing is sent'), upload: () => expect.fail('nothing is sent') },
    eInvoicing: {
      listWindow: async () => ({ messages: [], completeUntil: 0, certificate: null, unread: undefined }),
      download: () => expect.fail('nothing is downloaded'),
      status: async () => ({ kind: 'ok', downloadId: '9' }) as const,
    },
    fetchMessage: async (_message: string): Promise<unknown> => expect.fail('nothing is listed'),
    now: () => NOON,
    explain: (error: unknown) => error as RecipisaError,
  }
  return { archive, id, ports }
}

test('an upload whose document lies in a store of the office that does not answer is looked at again later', async () => {
  const { archive, id, ports } = await processed()
  archive.messages.record([aMessage({ id: '9', uploadIndex: '3828' })])
  const fetchMessage = async () => {
    throw new RecipisaError('office-storage', { problem: 'reset' })
  }
  await advanceUpload({ ...ports, fetchMessage }, id, never)
  const upload = archive.uploads.get(id)
  expect(upload).toMatchObject({ state: 'ok', trouble: { details: { reason: 'office-storage' } } })
  expect(upload?.nextCheckAt).toBeGreaterThan(NOON)
})

test('E-33 a document that a killed process held before it could write so is not downloaded a second time', async () => {
  const { archive, id, ports } = await processed()
  await archive.messages.hold('9', aZip())
  await advanceUpload(ports, id, never)
  expect(archive.uploads.get(id)).toMatchObject({ state: 'ok', downloadId: '9', trouble: null })
})

test('E-33 a document that a sync is bringing is not downloaded a second time by the upload that it answers', async () => {
  const { archive, id, ports } = await processed()
  archive.messages.record([aMessage({ id: '9', uploadIndex: '3828' })])
  const asked: string[] = []
  await advanceUpload({ ...ports, fetchMessage: async message => asked.push(message) }, id, never)
  expect(asked).toContain('9')
  expect(archive.uploads.get(id)).toMatchObject({ state: 'ok', trouble: null })
})
