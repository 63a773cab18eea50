import { expect, test } from 'vitest'
import type { Inspection, Upload } from '../../../shared/protocol/uploads.ts'
import { connectHost } from '../../host/client.ts'
import { inMemoryHost } from '../../host/port.fixture.ts'
import { createUploadDrafts, type UploadDrafts } from './upload-drafts.ts'
import { createUploadList } from './upload-list.ts'
import { inspectionOf, uploadOf } from './uploads.fixture.ts'

type Sent = { sha256: string; again?: boolean; corrects?: number }

/** A host that inspects files by their bytes, and accepts every upload. */
function start(
  found: (sha256: string) => Partial<Inspection> = () => ({}),
  send?: (order: Sent) => Upload | Promise<Upload>,
) {
  const sent: Sent[] = []
  const host = inMemoryHost({
    'uploads.inspect': async params => {
      const { data, fileName } = params as { data: string; fileName: string }
      const bytes = Uint8Array.fromBase64(data)
      const sha256 = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).toHex()
      return inspectionOf(sha256, { fileName, ...found(sha256) })
    },
    'uploads.send': async params => {
      const order = params as Sent
      sent.push(order)
      return { attempt: send ? await send(order) : uploadOf(sent.length, 'ok', { sha256: order.sha256 }) }
    },
    'uploads.list': () => ({ items: [], total: 0 }),
  })
  const client = connectHost(host.open)
  const uploadList = createUploadList(client, async () => undefined)
  return { host, sent, uploadList, uploadDrafts: createUploadDrafts(client, uploadList) }
}

const file = (content: string, name = `${content}.xml`) => new File([content], name)
const phases = ({ drafts }: UploadDrafts) => drafts.value.map(({ phase }) => phase.value.is)

test('a second click on the confirmation sends nothing more', async () => {
  const { uploadDrafts, sent } = start()
  await uploadDrafts.take([file('one'), file('two')])
  const shown = uploadDrafts.ready.value
  await Promise.all([uploadDrafts.send(shown), uploadDrafts.send(shown)])
  await uploadDrafts.send(shown)
  expect(sent).toHaveLength(2)
  expect(phases(uploadDrafts)).toEqual(['sent', 'sent'])
})

test('the confirmation covers what was shown; later or changed files stay', async () => {
  const { uploadDrafts, sent } = start()
  await uploadDrafts.take([file('one'), file('two')])
  const shown = uploadDrafts.ready.value
  const [first, second] = uploadDrafts.drafts.value
  if (!first || !second) return expect.unreachable('two files were taken')
  second.choice.value = { ...second.choice.value, flags: { ...second.choice.value.flags, extern: true } }
  await uploadDrafts.take([file('three')])
  await uploadDrafts.send(shown)
  expect(sent.map(({ sha256 }) => sha256)).toEqual([shown[0]?.order.sha256])
  expect(phases(uploadDrafts)).toEqual(['sent', 'ready', 'ready'])
})

test('all that was confirmed is with the host at once, and closing the page leaves none behind', async () => {
  const unanswered = Promise.withResolvers<Upload>()
  const { uploadDrafts, sent } = start(undefined, () => unanswered.promise)
  await uploadDrafts.take(['one', 'two', 'three', 'four', 'five', 'six'].map(content => file(content)))
  const sending = uploadDrafts.send(uploadDrafts.ready.value)
  await expect.poll(() => sent.length).toBe(6)
  unanswered.resolve(uploadOf(1, 'ok'))
  await sending
})

test('the same content is sent once', async () => {
  const { uploadDrafts, sent } = start()
  await uploadDrafts.take([file('one', 'a.xml'), file('one', 'b.xml')])
  await uploadDrafts.send(uploadDrafts.ready.value)
  expect(sent).toHaveLength(1)
})

test('E-06 content uploaded before is left out until the user ticks it', async () => {
  const { uploadDrafts, sent } = start(sha256 => ({ earlier: [uploadOf(7, 'ok', { sha256 })] }))
  await uploadDrafts.take([file('one')])
  expect(uploadDrafts.ready.value).toEqual([])
  const [draft] = uploadDrafts.drafts.value
  if (!draft) return expect.unreachable('a file was taken')
  draft.choice.value = { ...draft.choice.value, again: true }
  await uploadDrafts.send(uploadDrafts.ready.value)
  expect(sent).toEqual([expect.objectContaining({ again: 7 })])
})

test('content that never arrived is sent without a question', async () => {
  const { uploadDrafts, sent } = start(() => ({ earlier: [uploadOf(7, 'rejected'), uploadOf(6, 'not-sent')] }))
  await uploadDrafts.take([file('one')])
  await uploadDrafts.send(uploadDrafts.ready.value)
  expect(sent[0]).not.toHaveProperty('again')
})

test('an upload whose answer was lost is not offered again before the host has inspected the file', async () => {
  let lost = true
  const { uploadDrafts, sent } = start(
    sha256 => ({ earlier: lost ? [] : [uploadOf(1, 'unknown', { sha256 })] }),
    () => {
      lost = false
      throw { code: 'unreachable', message: 'lost', details: { reason: 'host-lost' } }
    },
  )
  await uploadDrafts.take([file('one')])
  await uploadDrafts.send(uploadDrafts.ready.value)
  expect(phases(uploadDrafts)).toEqual(['failed'])
  expect(uploadDrafts.ready.value).toEqual([])
  const [draft] = uploadDrafts.drafts.value
  if (!draft) return expect.unreachable('a file was taken')
  await uploadDrafts.lookAgain(draft)
  expect(phases(uploadDrafts)).toEqual(['ready'])
  expect(uploadDrafts.ready.value).toEqual([])
  expect(sent).toHaveLength(1)
})

test('a corrected file names the upload that it corrects', async () => {
  const { uploadDrafts, sent } = start()
  await uploadDrafts.take([file('one')], uploadOf(42, 'nok'))
  await uploadDrafts.send(uploadDrafts.ready.value)
  expect(sent[0]?.corrects).toBe(42)
})

test('a file far beyond 10 MB is refused before its bytes are read', async () => {
  const { uploadDrafts, host } = start()
  const large = file('x')
  Object.defineProperty(large, 'size', { value: 12_000_001 })
  await uploadDrafts.take([large])
  expect(phases(uploadDrafts)).toEqual(['too-large'])
  expect(host.opened).toBe(0)
})

test('a problem keeps a file out; the user can name an unrecognised document type', async () => {
  const problem = (reason: string) => ({ code: 'invalid-input' as const, message: reason, details: { reason } })
  const broken = start(() => ({ problems: [problem('upload-not-xml')] }))
  await broken.uploadDrafts.take([file('one')])
  expect(broken.uploadDrafts.ready.value).toEqual([])
  const strange = start(() => ({ standard: null, problems: [problem('upload-standard')] }))
  await strange.uploadDrafts.take([file('one')])
  expect(strange.uploadDrafts.ready.value).toEqual([])
  const [draft] = strange.uploadDrafts.drafts.value
  if (!draft) return expect.unreachable('a file was taken')
  draft.choice.value = { ...draft.choice.value, standard: 'CII' }
  expect(strange.uploadDrafts.ready.value).toHaveLength(1)
})

test('self-billing decides whose upload it is', async () => {
  const { uploadDrafts } = start()
  await uploadDrafts.take([file('one')])
  const [draft] = uploadDrafts.drafts.value
  if (!draft) return expect.unreachable('a file was taken')
  expect(uploadDrafts.ready.value[0]?.order.cui).toBe('14399840')
  draft.choice.value = { ...draft.choice.value, flags: { ...draft.choice.value.flags, selfBilled: true } }
  expect(uploadDrafts.ready.value[0]?.order.cui).toBe('9010105')
})

test('a file that the browser cannot read is not of our side', async () => {
  const { uploadDrafts } = start()
  const locked = file('a')
  locked.arrayBuffer = () => Promise.reject(new DOMException('', 'NotReadableError'))
  await uploadDrafts.take([locked])
  expect(uploadDrafts.drafts.value[0]?.phase.value).toMatchObject({ error: { reason: 'file-unreadable' } })
})
