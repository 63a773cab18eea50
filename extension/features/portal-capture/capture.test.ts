import { expect, test } from 'vitest'
import { connectHost } from '../../host/client.ts'
import { type InMemoryHost, inMemoryHost } from '../../host/port.fixture.ts'
import { shareHost } from '../../host/share-host.ts'
import { type CaptureEdges, createCapture, isSameName } from './capture.ts'
import type { Captured, Chosen } from './stored-captures.ts'

const URL_OF_ANSWER = 'https://decl.localhost:8443/WAS6DUS/displayFile.do'
const SHA256 = 'a'.repeat(64)
const PROFILE = {
  file: null,
  environment: 'test',
  authUrl: 'https://logincert.localhost:8443/anaf-oauth2/v1',
  baseUrl: 'https://api.localhost:8443',
  clientId: null,
  redirectUri: null,
  hasClientSecret: false,
  keptIn: 'owner-only-file',
  archiveFolder: '',
}
const filed = (fileName: string, uploadIndex: string) => ({ is: 'filed', fileName, uploadIndex }) as const

const NOTHING = {
  companyName: null,
  form: null,
  cui: null,
  period: null,
  receipt: 'none',
  trouble: null,
} as const
const DECLARATION = {
  ...NOTHING,
  id: 1,
  state: 'processing',
  origin: 'portal',
  fileName: 'd300.pdf',
  sha256: null,
  size: null,
  filingNumber: '1100000001',
  isCounter: false,
  registrationNumber: null,
  filedOn: null,
  createdAt: 1,
  checkedAt: null,
  nextCheckAt: null,
  isOverdue: false,
  receiptMessageId: null,
  findings: [],
  repeats: null,
}
const INSPECTION = {
  ...NOTHING,
  sha256: SHA256,
  size: 3,
  fileName: 'd300.pdf',
  isSigned: true,
  attachment: null,
  isTrial: false,
  problems: [],
  warnings: [],
  earlier: [],
}

function setUp(answers: Parameters<typeof inMemoryHost>[0] = {}) {
  const hosts: InMemoryHost[] = []
  const allAnswers = {
    'profile.get': () => PROFILE,
    'declarations.inspect': () => INSPECTION,
    'declarations.captured': () => ({ declaration: DECLARATION }),
    ...answers,
  }
  const world = {
    chosen: [] as readonly Chosen[],
    captured: [] as readonly Captured[],
    changes: 0,
    stored: '',
    now: 1_790_000_000_000,
    /** The maximum number of hosts alive at a time. */
    most: 0,
  }
  const edges: CaptureEdges = {
    connect: shareHost(() => {
      const host = inMemoryHost(allAnswers)
      hosts.push(host)
      world.most = Math.max(world.most, hosts.filter(({ opened, closed }) => opened > closed).length + 1)
      return connectHost(host.open)
    }),
    now: () => world.now,
    readChosen: async () => world.chosen,
    writeChosen: async chosen => {
      world.chosen = chosen
      world.stored += JSON.stringify(chosen)
    },
    readCaptured: async () => world.captured,
    writeCaptured: async captured => {
      world.captured = captured
      world.stored += JSON.stringify(captured)
    },
    changed: async () => {
      world.changes += 1
    },
  }
  const received = () => hosts.flatMap(host => host.received)
  const asked = (method: string) =>
    received().flatMap(frame => {
      const { method: name, params } = frame as { method?: string; params?: unknown }
      return name === method ? [params] : []
    })
  const areClosed = () => hosts.every(({ opened, closed }) => closed === opened)
  /** The next run of the background, with what the one before has stored. */
  const again = () => createCapture(edges)
  return { capture: again(), again, world, asked, received, areClosed }
}
/** A person's act before an answer, when the file does not matter. */
const SENT = { is: 'sent' } as const
const from = (tabId: number) => ({ tabId, url: URL_OF_ANSWER })

test('D-04 index and file name of the success page go to the host, with the hash of the file chosen in the same tab', async () => {
  const { capture, world, asked, areClosed } = setUp()
  const chosen = capture.receive(from(4), { is: 'chosen', fileName: 'd300.pdf', data: 'cGRm' })
  // The answer may be here before the file is.
  await Promise.all([chosen, capture.receive(from(4), filed('d300.pdf', '1100000001'))])
  expect(asked('declarations.inspect')).toEqual([{ fileName: 'd300.pdf', data: 'cGRm' }])
  expect(asked('declarations.captured')).toEqual([{ uploadIndex: '1100000001', fileName: 'd300.pdf', sha256: SHA256 }])
  expect(world).toMatchObject({ chosen: [], captured: [], changes: 1 })
  expect(world.stored).not.toContain('cGRm')
  expect(areClosed()).toBe(true)
})

test('D-04 declarations submitted one right after another each keep their own file', async () => {
  const { capture, asked, world } = setUp({
    'declarations.inspect': params => ({ ...INSPECTION, sha256: (params as { data: string }).data.repeat(64) }),
  })
  const sent: Promise<void>[] = []
  for (const [n, data] of ['a', 'b', 'c'].entries()) {
    sent.push(capture.receive(from(4), { is: 'chosen', fileName: 'd300.pdf', data }))
    sent.push(capture.receive(from(4), filed('d300.pdf', String(n + 1))))
  }
  await Promise.all(sent)
  const hashes = (asked('declarations.captured') as { uploadIndex: string; sha256: string }[]).map(
    ({ uploadIndex, sha256 }) => `${uploadIndex} ${sha256[0]}`,
  )
  expect(hashes).toEqual(['1 a', '2 b', '3 c'])
  expect(world).toMatchObject({ chosen: [], captured: [] })
})

test('D-04 a file of another tab, or another file, does not count as the one that the page names', async () => {
  const { capture, asked } = setUp()
  await capture.receive(from(4), { is: 'chosen', fileName: 'alt.pdf', data: 'cGRm' })
  await capture.receive(from(5), { is: 'chosen', fileName: 'd300.pdf', data: 'cGRm' })
  await capture.receive(from(4), filed('d300.pdf', '1100000001'))
  expect(asked('declarations.captured')).toEqual([{ uploadIndex: '1100000001', fileName: 'd300.pdf' }])
})

test('an index that the host did not accept is stored with the reason, and accepted at the next try', async () => {
  let isThere = false
  const { capture, world, asked } = setUp({
    'declarations.captured': () => {
      if (!isThere) throw { code: 'storage', message: 'x', details: { reason: 'storage-failed', params: {} } }
      return { declaration: DECLARATION }
    },
  })
  await capture.receive(from(4), SENT)
  await capture.receive(from(4), filed('d300.pdf', '1100000001'))
  expect(world.captured).toMatchObject([
    { uploadIndex: '1100000001', fileName: 'd300.pdf', error: { details: { reason: 'storage-failed' } } },
  ])
  isThere = true
  await capture.retry()
  expect(world.captured).toEqual([])
  expect(asked('declarations.captured')).toHaveLength(2)
  await capture.retry()
  expect(asked('declarations.captured')).toHaveLength(2)
})

test('a declaration at an authority outside the profile stays out of its archive', async () => {
  const { capture, world, asked } = setUp()
  const elsewhere = { tabId: 4, url: 'https://decl.anaf.mfinante.gov.ro/WAS6DUS/displayFile.do' }
  await capture.receive(elsewhere, SENT)
  await capture.receive(elsewhere, filed('d300.pdf', '1100000001'))
  expect(asked('declarations.captured')).toEqual([])
  expect(world.captured).toMatchObject([{ error: { details: { reason: 'captured-elsewhere' } } }])
  await capture.forget('1100000001')
  expect(world.captured).toEqual([])
})

test('an answer counts only after a person chose or sent a file in that tab, and only once', async () => {
  const { capture, world, received } = setUp()
  const answer = (index: string) => filed('d300.pdf', index)
  await capture.receive(from(4), answer('1100000001'))
  await capture.receive(from(5), SENT)
  await capture.receive(from(4), answer('1100000002'))
  expect({ received: received(), captured: world.captured }).toEqual({ received: [], captured: [] })

  await capture.receive(from(5), answer('1100000003'))
  await capture.receive(from(5), answer('1100000004'))
  await capture.receive(from(5), SENT)
  world.now += 2 * 3_600_000
  await capture.receive(from(5), answer('1100000005'))
  const indexes = received().flatMap(
    frame => (frame as { params?: { uploadIndex?: string } }).params?.uploadIndex ?? [],
  )
  expect(indexes).toEqual(['1100000003'])
})

test('a made-up answer at another address of the portal does not count', async () => {
  const { capture, received } = setUp()
  await capture.receive(from(4), SENT)
  const elsewhere = { tabId: 4, url: 'https://decl.localhost:8443/WAS6DUS/welcome.do' }
  await capture.receive(elsewhere, filed('d300.pdf', '1100000001'))
  expect(received()).toEqual([])
})

test('all messages of pages go to one host, one after the other, up to a limit', async () => {
  let [under, mostUnder] = [0, 0]
  const { capture, world, asked, areClosed } = setUp({
    'declarations.inspect': async () => {
      under += 1
      mostUnder = Math.max(mostUnder, under)
      await new Promise(later => setTimeout(later, 1))
      under -= 1
      return INSPECTION
    },
  })
  const tellAll = (n: number) =>
    Promise.allSettled(
      Array.from({ length: n }, (_, tab) =>
        capture.receive(from(tab), { is: 'chosen', fileName: 'd300.pdf', data: 'cGRm' }),
      ),
    )
  const first = await tellAll(25)
  expect({ most: world.most, mostUnder }).toEqual({ most: 1, mostUnder: 1 })
  expect(first.some(({ status }) => status === 'rejected')).toBe(true)
  expect(asked('declarations.inspect').length).toBeLessThan(12)
  for (let n = 0; n < 20; n += 1) await tellAll(5)
  expect(asked('declarations.inspect').length).toBeLessThanOrEqual(30)
  world.now += 60_000
  const before = asked('declarations.inspect').length
  await tellAll(1)
  expect(asked('declarations.inspect').length).toBe(before + 1)
  expect(areClosed()).toBe(true)
})

test('an index is on disk at once, even while its file, or another index, is still on its way to the host', async () => {
  const never = () => new Promise<never>(() => undefined)
  const reading = setUp({ 'declarations.inspect': never })
  void reading.capture.receive(from(4), { is: 'chosen', fileName: 'd300.pdf', data: 'cGRm' })
  void reading.capture.receive(from(4), filed('d300.pdf', '1100000001'))
  await expect.poll(() => reading.world.captured).toMatchObject([{ uploadIndex: '1100000001', error: null }])

  const taking = setUp({ 'declarations.captured': never })
  for (const tabId of [4, 5]) {
    void taking.capture.receive(from(tabId), SENT)
    void taking.capture.receive(from(tabId), filed('d300.pdf', String(tabId)))
    await expect.poll(() => taking.asked('declarations.captured')).toHaveLength(1)
  }
  await expect.poll(() => taking.world.captured).toMatchObject([{ uploadIndex: '4' }, { uploadIndex: '5' }])
})

test('an index that a page without an act repeats waits for its file all the same', async () => {
  const read = Promise.withResolvers<unknown>()
  const { capture, asked } = setUp({ 'declarations.inspect': () => read.promise })
  const all = [
    capture.receive(from(4), { is: 'chosen', fileName: 'd300.pdf', data: 'cGRm' }),
    capture.receive(from(4), filed('d300.pdf', '1100000001')),
  ]
  await capture.receive(from(5), filed('d300.pdf', '1100000001'))
  all.push(capture.retry())
  await expect.poll(() => asked('declarations.inspect')).toHaveLength(1)
  read.resolve(INSPECTION)
  await Promise.all(all)
  expect(asked('declarations.captured')).toEqual([{ uploadIndex: '1100000001', fileName: 'd300.pdf', sha256: SHA256 }])
})

test('an act that no longer counts does not hide the next one in its tab', async () => {
  const { capture, world, asked } = setUp()
  await capture.receive(from(4), SENT)
  world.now += 2 * 3_600_000
  await capture.receive(from(4), SENT)
  await capture.receive(from(4), filed('d300.pdf', '1100000001'))
  expect(asked('declarations.captured')).toHaveLength(1)
})

test('a file too large to be read takes the place of the one chosen before it', async () => {
  const { capture, asked } = setUp()
  await capture.receive(from(4), { is: 'chosen', fileName: 'd406.pdf', data: 'cGRm' })
  await capture.receive(from(4), { is: 'chosen', fileName: 'd406.pdf', data: null })
  await capture.receive(from(4), SENT)
  await capture.receive(from(4), filed('d406.pdf', '1100000001'))
  expect(asked('declarations.captured')).toEqual([{ uploadIndex: '1100000001', fileName: 'd406.pdf' }])
})

test('a page that tells one answer after another does not use up the messages of a minute', async () => {
  const { capture, asked } = setUp()
  await capture.receive(from(4), SENT)
  await Promise.allSettled(Array.from({ length: 100 }, () => capture.receive(from(5), filed('d300.pdf', '1'))))
  await capture.receive(from(4), filed('d300.pdf', '1100000001'))
  expect(asked('declarations.captured')).toHaveLength(1)
})

test('an act outlives the background, and not the browser, whose next tabs have the same numbers', async () => {
  const { capture, again, asked } = setUp()
  for (const tabId of [1, 2]) await capture.receive(from(tabId), SENT)
  await again().receive(from(1), filed('d300.pdf', '1100000001'))
  const next = again()
  await next.browserStarted()
  await next.receive(from(2), filed('d300.pdf', '1100000002'))
  expect(asked('declarations.captured')).toEqual([{ uploadIndex: '1100000001', fileName: 'd300.pdf' }])
})

test('a name that the page’s character set cannot express is recognised by its other characters', () => {
  expect(isSameName('declarație noiembrie.pdf', 'declara?ie noiembrie.pdf')).toBe(true)
  expect(isSameName('declarație.pdf', 'declara&#539;ie.pdf')).toBe(true)
  expect(isSameName('D300.PDF', 'd300.pdf')).toBe(true)
  expect(isSameName('țț.pdf', 'xx.pdf')).toBe(true)
  expect(isSameName('d300.pdf', 'd300.pdf.exe')).toBe(false)
  expect(isSameName('d300.pdf', 'ad300.pdf')).toBe(false)
  expect(isSameName('d300 (1).pdf', 'd300.pdf')).toBe(false)
  const hostile = 'ț'.repeat(250)
  expect(isSameName(`${hostile}a${hostile}b`, hostile)).toBe(false)
})
