// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import type { Batch, ListInspection } from '../../../../shared/protocol/registers/batches.ts'
import { connectHost } from '../../../host/client.ts'
import { inMemoryHost } from '../../../host/port.fixture.ts'
import { pageInMemory } from '../../page/page.fixture.ts'
import { batchOf, inspectionOf, lookupOf, PENDING } from '../panel/lookups.fixture.ts'
import { createLookups } from '../panel/lookups.ts'
import { BatchDetail } from './batch-detail.tsx'
import { BatchesRunning } from './batches-running.tsx'
import { DraftView } from './draft-view.tsx'
import { rowSummary } from './labels.ts'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
afterEach(cleanup)

type Frame = { id: number; method: string; params: Record<string, unknown> }

function create(answers: Parameters<typeof inMemoryHost>[0] = {}) {
  const host = inMemoryHost({
    'batches.rows': () => ({ items: [], total: 0 }),
    'batches.list': () => ({ batches: [] }),
    ...answers,
  })
  const page = pageInMemory(connectHost(host.open))
  const lookups = createLookups(page.host, () => 0)
  const frames = (method: string) => (host.received as Frame[]).filter(frame => frame.method === method)
  return { host, page, lookups, frames }
}

async function drawDraft(inspection: Partial<ListInspection> = {}) {
  const made = create({
    'batches.inspect': () => inspectionOf(inspection),
    'batches.begin': () => ({ batch: batchOf(5, 'running') }),
  })
  render(<DraftView lookups={made.lookups} now={0} />)
  fireEvent.input(screen.getByLabelText('CUI-uri, câte unul pe rând'), { target: { value: 'RO 14399840\n9010105' } })
  fireEvent.click(screen.getByRole('button', { name: 'Citește lista' }))
  await screen.findByText('Registre')
  return made
}

test('P-08 the list is shown before any query: rows, duplicates, problems by row, time', async () => {
  const { frames } = await drawDraft()
  const words = document.body.textContent ?? ''
  for (const part of [
    '5 rânduri',
    '2 firme de verificat',
    '1 repetat',
    '2 rânduri fără CUI',
    '1 cu cifra de control greșită',
  ])
    expect(words).toContain(part)
  expect(words).toContain('este un CNP')
  expect(words).toContain('100 de cereri; durează circa 2 minute')
  expect(frames('batches.begin')).toEqual([])
})

test('a double click on the primary button begins one batch and opens it', async () => {
  const { frames, lookups } = await drawDraft()
  const button = screen.getByRole('button', { name: 'Verifică 2 firme' })
  fireEvent.click(button)
  fireEvent.click(button)
  await expect.poll(() => lookups.pane.value).toEqual({ is: 'batch', id: 5 })
  expect(frames('batches.begin')).toHaveLength(1)
  expect(lookups.draft.phase.value.is).toBe('empty')
})

test('while another column is being read it is the chosen one, and the list cannot begin', async () => {
  const reread = Promise.withResolvers<void>()
  const { lookups } = create({
    'batches.inspect': async params => {
      const { column } = params as { column?: number }
      if (column !== undefined) await reread.promise
      return inspectionOf({ column: column ?? 1, companies: column === 0 ? 7 : 2 })
    },
  })
  render(<DraftView lookups={lookups} now={0} />)
  lookups.takeText('x;1', 'lista.csv')
  const select = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Coloana cu CUI' })
  fireEvent.change(select, { target: { value: '0' } })
  await expect.poll(() => screen.getByRole('button', { name: 'Verifică 2 firme' })).toHaveProperty('disabled', true)
  expect(select.value).toBe('0')
  reread.resolve()
  expect(await screen.findByRole('button', { name: 'Verifică 7 firme' })).toHaveProperty('disabled', false)
})

test('a list brought while another one begins stays, and that batch is among the lists', async () => {
  const answer = Promise.withResolvers<void>()
  const { lookups, frames } = create({
    'batches.inspect': params => inspectionOf({ fileName: (params as { fileName: string }).fileName }),
    'batches.begin': async () => {
      await answer.promise
      return { batch: batchOf(5, 'running') }
    },
    'batches.list': () => ({ batches: [batchOf(5, 'running')] }),
    'batches.follow': () => new Promise(() => undefined),
  })
  render(<DraftView lookups={lookups} now={0} />)
  lookups.takeText('14399840', 'veche.csv')
  fireEvent.click(await screen.findByRole('button', { name: 'Verifică 2 firme' }))
  await expect.poll(() => frames('batches.begin')).toHaveLength(1)
  lookups.takeText('9010105', 'noua.csv')
  await screen.findByText('noua.csv')
  answer.resolve()
  await expect.poll(() => lookups.batches.items.value?.map(({ id }) => id)).toEqual([5])
  await expect.poll(() => lookups.draft.beginning.value).toBe(false)
  expect(lookups.draft.phase.value).toMatchObject({ is: 'read', inspection: { fileName: 'noua.csv' } })
  expect(lookups.pane.value).toEqual({ is: 'draft' })
})

test('a list without a CUI, or without a register, cannot begin and says why', async () => {
  const { lookups } = await drawDraft({ companies: 0, rows: 2, duplicates: 0, requests: [] })
  expect(screen.getByText('Lista nu conține niciun CUI care să poată fi verificat.')).toBeTruthy()
  lookups.draft.clear()
  cleanup()
  await drawDraft()
  fireEvent.click(screen.getByRole('checkbox', { name: /TVA și date generale/ }))
  expect(screen.getByText('Alegeți cel puțin un registru.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Verifică 2 firme' })).toHaveProperty('disabled', true)
})

test('a pasted list of several lines is read at once, as it was pasted', async () => {
  const { lookups, frames } = create({ 'batches.inspect': () => inspectionOf() })
  render(<DraftView lookups={lookups} now={0} />)
  const clipboardData = { files: [], getData: () => 'CUI;Nume\nRO 14399840;Ștefan' }
  fireEvent.paste(screen.getByLabelText('CUI-uri, câte unul pe rând'), { clipboardData })
  await screen.findByText('Registre')
  const sent = Uint8Array.fromBase64(String(frames('batches.inspect')[0]?.params.data))
  expect(new TextDecoder().decode(sent)).toBe('CUI;Nume\nRO 14399840;Ștefan')
})

test('a single pasted CUI stays in the field', () => {
  const { lookups, frames } = create()
  render(<DraftView lookups={lookups} now={0} />)
  const clipboardData = { files: [], getData: () => '14399840\n' }
  expect(fireEvent.paste(screen.getByLabelText('CUI-uri, câte unul pe rând'), { clipboardData })).toBe(true)
  expect(frames('batches.inspect')).toEqual([])
})

function drawBatch(batch: Batch, answers: Parameters<typeof inMemoryHost>[0] = {}) {
  const made = create(answers)
  made.lookups.batches.take(batch)
  made.lookups.openBatch(batch.id)
  render(<BatchDetail id={batch.id} page={made.page} lookups={made.lookups} />)
  return made
}

test('U-05 a running batch shows its counts and the time left, and can be stopped', async () => {
  const { frames } = drawBatch(batchOf(5, 'running'), {
    'batches.cancel': () => ({ batch: batchOf(5, 'cancelled') }),
    'batches.resume': () => ({ batch: batchOf(5, 'running') }),
  })
  expect(screen.getByText('3 din 10 cereri · mai durează 7 secunde')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Oprește' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Continuă' }))
  await screen.findByText(/3 din 10 cereri/)
  expect([frames('batches.cancel').length, frames('batches.resume').length]).toEqual([1, 1])
})

test('a batch that waits for a register says why', () => {
  drawBatch(
    batchOf(5, 'paused', {
      error: { code: 'unreachable', message: 'The register is down.', details: { reason: 'x' } },
    }),
  )
  expect(screen.getByText('așteaptă registrul')).toBeTruthy()
  expect(screen.getByText('The register is down.')).toBeTruthy()
})

test('a row without an answer is waiting while the batch runs, and not checked once it is stopped', () => {
  const row = { row: 1, text: '14399840', problem: null, duplicateOf: null, lookup: lookupOf({ vat: PENDING }) }
  expect(rowSummary(row, true).state.text).toBe('în așteptare')
  expect(rowSummary(row, false).state.text).toBe('neverificat')
})

test('a filter loads only its rows', async () => {
  const { frames } = drawBatch(batchOf(5, 'done'))
  fireEvent.click(screen.getByRole('button', { name: 'Inactive' }))
  await expect.poll(() => frames('batches.rows').at(-1)?.params.only).toBe('inactive')
  expect(await screen.findByText('Niciun rând nu se potrivește')).toBeTruthy()
})

test('a batch is removed only after a question', async () => {
  const { frames, lookups } = drawBatch(batchOf(5, 'done'), { 'batches.remove': () => ({ removed: true }) })
  fireEvent.click(screen.getByRole('button', { name: 'Șterge lista' }))
  const question = screen.getByRole('alertdialog')
  expect(frames('batches.remove')).toEqual([])
  expect(question.textContent).toContain('lista.csv')
  fireEvent.click(screen.getByRole('button', { name: 'Șterge lista' }))
  await expect.poll(() => lookups.batches.items.value).toEqual([])
  expect(lookups.pane.value).toBeUndefined()
})

test('U-05 running batches show their progress wherever work is shown, with a button that opens each', async () => {
  const { lookups } = create({
    'batches.list': () => ({
      batches: [
        { ...batchOf(7, 'running'), requestsDone: 3, requestsTotal: 24, timeLeft: 21_000 },
        batchOf(6, 'paused'),
        batchOf(5, 'done'),
      ],
    }),
    'batches.follow': () => new Promise(() => undefined),
  })
  await lookups.batches.load()
  const shown: number[] = []
  render(<BatchesRunning batches={lookups.batches} onOpen={id => shown.push(id)} />)
  const bars = screen.getAllByRole<HTMLProgressElement>('progressbar')
  expect(bars.map(({ value }) => value)).toEqual([3, expect.any(Number)])
  const words = document.body.textContent ?? ''
  expect(words).toContain('3 din 24 de cereri · mai durează')
  expect(words).toContain('așteaptă registrul')
  for (const button of screen.getAllByRole('button', { name: /^Arată lista/ })) fireEvent.click(button)
  expect(shown).toEqual([7, 6])
})
