import { expect, test } from 'vitest'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { connectHost } from '../../host/client.ts'
import { inMemoryHost } from '../../host/port.fixture.ts'
import type { ReceiptRun } from './receipt-run.ts'
import { rowsToSave } from './receipts-to-save.ts'
import { saveAllReceipts } from './save-all.ts'

type Asked = { cui: string; rows: { uploadIndex: string; hasReceipt: boolean }[] }

const row = (uploadIndex: string) => ({ uploadIndex, form: 'D300', filedOn: '2026-11-20', hasReceipt: true })
const blank = { fileName: null, error: null }
const failure = (code: string) => ({ code, message: 'x', details: { reason: 'answer-truncated', params: {} } })

async function run(
  indexes: readonly string[],
  answer: (uploadIndex: string) => object,
  options: { save?: (uploadIndex: string) => Promise<string>; signal?: AbortSignal } = {},
) {
  const asked: Asked[] = []
  const host = inMemoryHost({
    'declarations.receipts': params => {
      const request = params as Asked
      asked.push(request)
      return { receipts: request.rows.map(({ uploadIndex }) => ({ uploadIndex, ...blank, ...answer(uploadIndex) })) }
    },
  })
  const written: ReceiptRun[] = []
  const edges = {
    host: connectHost(host.open),
    save: options.save ?? (async uploadIndex => `2026-10_D300_RO8000000000_${uploadIndex}.pdf`),
    now: () => 5,
    write: async (step: ReceiptRun) => void written.push(step),
  }
  const signal = options.signal ?? new AbortController().signal
  await saveAllReceipts({ cui: '8000000000', rows: indexes.map(row) }, edges, signal)
  return { asked, written, last: written.at(-1) }
}

const archived = () => ({ state: 'archived', fileName: 'x.pdf' })

test('every receipt of the table is downloaded and saved, with counts on the way', async () => {
  const { asked, written, last } = await run(['1', '2', '3'], archived)
  expect(asked.map(({ cui, rows }) => [cui, rows.map(({ uploadIndex }) => uploadIndex)])).toEqual([
    ['8000000000', ['1']],
    ['8000000000', ['2']],
    ['8000000000', ['3']],
  ])
  expect(written.map(({ phase, done }) => `${phase} ${done}`)).toEqual([
    'running 0',
    'running 1',
    'running 2',
    'running 3',
    'done 3',
  ])
  expect(last).toMatchObject({ total: 3, saved: [1, 2, 3].map(n => `2026-10_D300_RO8000000000_${n}.pdf`) })
})

test('unavailable and failed receipts are reported and do not stop the others', async () => {
  const { last } = await run(
    ['1', '2', '3', '4'],
    index => {
      if (index === '1') return { state: 'unavailable' }
      return index === '2' ? { state: 'failed', error: failure('unexpected-answer') } : archived()
    },
    {
      save: async index => {
        if (index === '3') throw new Error('disk full')
        return `${index}.pdf`
      },
    },
  )
  expect(last).toMatchObject({
    phase: 'done',
    saved: ['4.pdf'],
    unavailable: ['1'],
    failed: [{ uploadIndex: '2' }, { uploadIndex: '3', error: { message: expect.stringContaining('disk full') } }],
  })
})

test('U-02 a receipt whose “Save as” was cancelled is neither saved nor failed, and the others go on', async () => {
  const { last } = await run(['1', '2', '3'], archived, {
    save: async index => {
      if (index === '2') throw new RecipisaError('cancelled')
      return `${index}.pdf`
    },
  })
  expect(last).toMatchObject({ phase: 'done', done: 3, saved: ['1.pdf', '3.pdf'], unavailable: [], failed: [] })
})

test('a failure that affects every receipt ends the run at once, with its reason', async () => {
  const { asked, last } = await run(['1', '2', '3'], index =>
    index === '1' ? archived() : { state: 'failed', error: failure('unreachable') },
  )
  expect(asked).toHaveLength(2)
  expect(last).toMatchObject({ phase: 'stopped', done: 1, error: { code: 'unreachable' } })
})

test('a stopped run keeps its receipts and gives no reason', async () => {
  const aborter = new AbortController()
  const { asked, last } = await run(['1', '2', '3'], archived, {
    signal: aborter.signal,
    save: async index => {
      aborter.abort()
      return `${index}.pdf`
    },
  })
  expect(asked).toHaveLength(1)
  expect(last).toMatchObject({ phase: 'stopped', done: 1, saved: ['1.pdf'], error: null })
})

test('rows with a receipt are saved, old ones from the archive; rows in processing or from a counter are not', () => {
  const of = (filingNumber: string, state: 'valid' | 'processing' | null, hasReceipt: boolean, isCounter = false) => ({
    filingNumber,
    isCounter,
    form: 'D300',
    state,
    wording: '',
    registrationNumber: null,
    registeredOn: null,
    uploadedOn: '2026-11-20',
    hasReceipt,
  })
  const toSave = rowsToSave([
    of('1', 'valid', true),
    of('2', 'valid', false),
    of('3', 'processing', false),
    of('4', null, false),
    of('12/2026', 'valid', false, true),
    of('5', 'valid', false, true),
    of('6', null, true),
  ])
  expect(toSave.map(({ uploadIndex, hasReceipt }) => [uploadIndex, hasReceipt])).toEqual([
    ['1', true],
    ['2', false],
    ['6', true],
  ])
  expect(toSave[0]?.filedOn).toBe('2026-11-20')
})
