import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { aMessage, DETACHED, openTestArchive, temporaryFolder } from '../archive/core/test-archive.fixture.ts'
import { createBoundedThread, ThreadEnded } from './bounded-thread.ts'
import { readInThread } from './reader.ts'

const invoice = (lines: string) =>
  `<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"><ID>F-1</ID>${lines}</Invoice>`
const zipOf = (xml: string) => zipSync({ 'a.xml': Buffer.from(xml) })
const bounds = { time: 60_000, memory: 2 ** 30, heap: 2 ** 29 }
const line = '<InvoiceLine><ID>1</ID><LineExtensionAmount currencyID="RON">1.00</LineExtensionAmount></InvoiceLine>'

test('a thread that runs out of memory or time ends alone: the next document is read', async () => {
  const large = zipOf(invoice(line.repeat(20_000)))
  const dying = readInThread('describe', [large], { ...bounds, heap: 2 ** 24 })
  await expect(dying).rejects.toEqual(new ThreadEnded('memory'))
  await expect(readInThread('describe', [large], { ...bounds, time: 1 })).rejects.toEqual(new ThreadEnded('time'))
  expect(await readInThread('describe', [large], bounds)).toMatchObject({ invoice: { number: 'F-1' }, problem: null })
})

test('a thread whose file is gone says nothing about the document', async () => {
  const ask = createBoundedThread(new URL('./gone.js', import.meta.url))
  await expect(ask({}, bounds)).rejects.toMatchObject({ code: 'MODULE_NOT_FOUND' })
})

/** How often to check whether the event loop turns, ms. */
const BEAT = 2

/** The longest block of the event loop in processor time, ms; a busy machine does not count. */
async function longestBlock(work: () => Promise<unknown>): Promise<number> {
  let [longest, isOver] = [0, false]
  const now = () => process.threadCpuUsage().user / 1000 + process.threadCpuUsage().system / 1000
  const beat = (since: number) => {
    longest = Math.max(longest, now() - since)
    if (!isOver) setTimeout(beat, BEAT, now())
  }
  setTimeout(beat, 0, now())
  await work()
  isOver = true
  await new Promise(resolve => setTimeout(resolve, 2 * BEAT))
  return longest
}

test('10 MB of XML block the event loop for no more than 100 ms, whether they are uploaded, archived or shown', async () => {
  const xml = invoice(line.repeat(100_000))
  expect(xml.length).toBeGreaterThan(10_000_000)
  const zip = zipSync({ 'a.xml': Buffer.from(xml), 'b.xml': Buffer.from(DETACHED) }, { level: 1 })
  const archive = await openTestArchive(temporaryFolder())
  archive.messages.record([aMessage({ id: '1' })])
  const ref = { area: 'invoices', id: '1', as: 'xml' } as const
  const steps: Record<string, () => Promise<unknown>> = {
    upload: () => readInThread('upload', [Buffer.from(xml), 'f.xml']),
    archiving: () => archive.messages.store('1', zip),
    showing: async () => readInThread('invoice', [(await archive.messages.read(ref)).bytes, 700_000]),
  }
  for (const [step, work] of Object.entries(steps)) expect(await longestBlock(work), step).toBeLessThan(100)
  expect(archive.messages.get('1')?.item).toMatchObject({ invoice: { number: 'F-1' } })
})
