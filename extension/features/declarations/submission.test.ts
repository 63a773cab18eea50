import { expect, test } from 'vitest'
import type { DeclarationInspection } from '../../../shared/protocol/declarations.ts'
import { connectHost } from '../../host/client.ts'
import { inMemoryHost } from '../../host/port.fixture.ts'
import { createDeclarationList } from './declaration-list.ts'
import { declarationInspectionOf, declarationOf } from './declarations.fixture.ts'
import { createSubmission } from './submission.ts'

const hash = (letter: string) => letter.repeat(64)
const pdf = (name: string) => new File([`%PDF ${name}`], `${name}.pdf`)

type Params = { files: { sha256: string; cui: string; again: boolean }[] }

function setUp(inspections: Record<string, DeclarationInspection>, submit?: (params: Params) => unknown) {
  let ids = 0
  const submitted: Params[] = []
  const host = inMemoryHost({
    'declarations.inspect': params => {
      const { fileName } = params as { fileName: string }
      return inspections[fileName]
    },
    'declarations.submit': params => {
      submitted.push(params as Params)
      return (
        submit?.(params as Params) ?? {
          declarations: (params as Params).files.map(({ sha256 }) =>
            declarationOf(++ids, { sha256, state: 'sending' }),
          ),
        }
      )
    },
    'declarations.follow': () => ({ declarations: [] }),
  })
  const world = { changes: 0 }
  const changed = async () => {
    world.changes += 1
  }
  const client = connectHost(host.open)
  const submission = createSubmission(
    client,
    createDeclarationList(client, async () => undefined),
    changed,
  )
  return { submission, submitted, world }
}

test('one confirmation submits exactly the bytes that were shown, each content once', async () => {
  const { submission, submitted } = setUp({
    'a.pdf': declarationInspectionOf(hash('a')),
    'same.pdf': declarationInspectionOf(hash('a')),
    'b.pdf': declarationInspectionOf(hash('b'), { cui: '8000000000' }),
  })
  await submission.take([pdf('a'), pdf('same'), pdf('b')])
  const twins = submission.drafts.value.map(draft => submission.twinOf(draft)?.fileName)
  expect(twins).toEqual([undefined, 'a.pdf', undefined])
  const confirmed = submission.ready.value
  const sending = [submission.send(confirmed), submission.send(confirmed)]
  // A draft that is taken away now would be submitted all the same.
  for (const draft of submission.drafts.value) submission.remove(draft)
  await Promise.all(sending)
  expect(submitted).toEqual([
    {
      files: [
        { sha256: hash('a'), cui: '14399840', again: false },
        { sha256: hash('b'), cui: '8000000000', again: false },
      ],
    },
  ])
  expect(submission.drafts.value.map(({ phase }) => phase.value.is)).toEqual(['sent', 'sent', 'sent'])
})

test('a problem of a file, or an unknown CUI, prevents its submission', async () => {
  const problem = { code: 'invalid-input', message: 'not signed', details: {} } as const
  const { submission } = setUp({
    'a.pdf': declarationInspectionOf(hash('a'), { problems: [problem] }),
    'b.pdf': declarationInspectionOf(hash('b'), { cui: null }),
  })
  await submission.take([pdf('a'), pdf('b')])
  expect(submission.ready.value).toEqual([])
  const [, second] = submission.drafts.value
  if (second) second.cui.value = 'RO 1439'
  expect(submission.ready.value.map(({ cui }) => cui)).toEqual(['1439'])
})

test('a declaration submitted before is submitted again only if it is ticked itself', async () => {
  const earlier = [declarationOf(1, { state: 'valid' })]
  const { submission, submitted } = setUp({
    'a.pdf': declarationInspectionOf(hash('a'), { earlier }),
    'b.pdf': declarationInspectionOf(hash('b')),
    'c.pdf': declarationInspectionOf(hash('c'), { earlier: [declarationOf(2, { state: 'rejected' })] }),
  })
  await submission.take([pdf('a'), pdf('b'), pdf('c')])
  expect(submission.ready.value.map(({ sha256 }) => sha256)).toEqual([hash('b'), hash('c')])
  const [first] = submission.drafts.value
  if (first) first.again.value = true
  await submission.send(submission.ready.value)
  expect(submitted.map(({ files }) => files.map(({ sha256, again }) => [sha256, again]))).toEqual([
    [
      [hash('a'), 1],
      [hash('b'), false],
      [hash('c'), false],
    ],
  ])
})

test('D-10 a confirmation submits at most 200, and says how many are left for the next', async () => {
  const names = Array.from({ length: 203 }, (_, n) => `${n}`)
  const { submission } = setUp(
    Object.fromEntries(
      names.map((name, n) => [`${name}.pdf`, declarationInspectionOf(n.toString(16).padStart(64, '0'))]),
    ),
  )
  await submission.take(names.map(pdf))
  expect(submission.ready.value).toHaveLength(200)
  expect(submission.rest.value).toBe(3)
})

test('a refused submission leaves the files as they are, and makes the page check the session', async () => {
  const { submission, world } = setUp({ 'a.pdf': declarationInspectionOf(hash('a')) }, () => {
    throw { code: 'session-expired', message: 'x', details: { reason: 'gateway-session-expired', params: {} } }
  })
  await submission.take([pdf('a')])
  await submission.send(submission.ready.value)
  expect(submission.error.value).toMatchObject({ body: { code: 'session-expired' } })
  expect(submission.drafts.value[0]?.phase.value.is).toBe('ready')
  expect(submission.busy.value).toBe(false)
  expect(world.changes).toBe(1)
})

test('D-03 a file that was submitted elsewhere meanwhile asks for its tick without being chosen again', async () => {
  const inspections = { 'a.pdf': declarationInspectionOf(hash('a')) }
  const { submission, submitted } = setUp(inspections, ({ files }) => {
    if (files[0]?.again) return undefined
    inspections['a.pdf'] = declarationInspectionOf(hash('a'), { earlier: [declarationOf(7, { state: 'valid' })] })
    throw { code: 'already-filed', message: 'x', details: { reason: 'already-declared', params: {} } }
  })
  await submission.take([pdf('a')])
  await submission.send(submission.ready.value)
  expect(submission.error.value).toMatchObject({ body: { details: { reason: 'already-declared' } } })
  expect(submission.ready.value).toEqual([])
  const [draft] = submission.drafts.value
  expect(draft?.phase.value).toMatchObject({ is: 'ready', inspection: { earlier: [{ id: 7 }] } })
  if (draft) draft.again.value = true
  await submission.send(submission.ready.value)
  expect(submitted.map(({ files }) => files[0]?.again)).toEqual([false, 7])
  expect(draft?.phase.value.is).toBe('sent')
})

test('D-03 a tick covers only the earlier submission that stood beside it', async () => {
  const before = (id: number) =>
    declarationInspectionOf(hash('a'), { earlier: [declarationOf(id, { state: 'valid' })] })
  const inspections = { 'a.pdf': before(7) }
  const { submission } = setUp(inspections, () => {
    inspections['a.pdf'] = before(8)
    throw { code: 'already-filed', message: 'x', details: { reason: 'already-declared', params: {} } }
  })
  await submission.take([pdf('a')])
  const [draft] = submission.drafts.value
  if (draft) draft.again.value = true
  await submission.send(submission.ready.value)
  expect(draft?.again.value).toBe(false)
  expect(submission.ready.value).toEqual([])
})

test('a file too large for the portal is not even read', async () => {
  const { submission } = setUp({})
  const huge = pdf('a')
  Object.defineProperty(huge, 'size', { value: 40_000_000 })
  await submission.take([huge])
  expect(submission.drafts.value[0]?.phase.value.is).toBe('too-large')
})

test('a file that the browser cannot read is not of our side', async () => {
  const { submission } = setUp({})
  const locked = pdf('a')
  locked.arrayBuffer = () => Promise.reject(new DOMException('', 'NotReadableError'))
  await submission.take([locked])
  expect(submission.drafts.value[0]?.phase.value).toMatchObject({ error: { reason: 'file-unreadable' } })
})
