// @vitest-environment happy-dom
import { signal } from '@preact/signals'
import { cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { toErrorBody } from '../../../shared/errors/to-error-body.ts'
import { connectHost } from '../../host/client.ts'
import { inMemoryHost } from '../../host/port.fixture.ts'
import { pageInMemory, SETTLED } from '../page/page.fixture.ts'
import { ChartsView } from './charts-view.tsx'
import type { ChartData } from './load-charts.ts'

const downloads = vi.hoisted(() => ({
  download: vi.fn(async (_order: { filename: string }) => 1),
  search: async () => [{ state: 'complete' }],
  onChanged: { addListener: () => undefined, removeListener: () => undefined },
}))
vi.mock('webextension-polyfill', () => ({ default: { ...fakeBrowser, downloads } }))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const [ACME, OTHER] = ['14399840', '15194519']
const MONTHS = 'Facturi trimise și primite pe luni'
const NONE = { count: 0, fresh: 0, gone: 0, items: [] }
const ENDS = { endedAt: null, progress: null, result: null, error: null }
const SYNC = { id: 1, kind: 'sync', state: 'running', startedAt: 1, ...ENDS } as const

/** The figures of one month. */
function figuresOf(month: string, amount: string): ChartData {
  const span = { since: `${month}-01`, until: `${month}-28` }
  const sums = { count: 1, unsummed: 0, totals: [{ currency: 'RON', count: 1, amount }] }
  const both = { sent: sums, received: { count: 0, unsummed: 0, totals: [] } }
  return {
    period: span,
    before: span,
    firstDay: span.since,
    months: [{ month, ...both }],
    total: both,
    vat: { rates: [], totals: [], unread: 0 },
    customers: NONE,
    suppliers: NONE,
    arrivals: { days: [], edge: span.since },
  }
}

/** The charts of November 2026 for ACME SRL, with the host's answers to come. */
function draw() {
  const host = inMemoryHost()
  const overview = signal(SETTLED)
  const page = { ...pageInMemory(connectHost(host.open)), overview, now: signal(Date.UTC(2026, 10, 27)) }
  const view = (cui: string, until = '2026-11') => (
    <ChartsView
      page={page}
      cui={cui}
      filters={{ months: '1', until }}
      onFilters={() => undefined}
      onInvoices={() => undefined}
    />
  )
  const { rerender, container } = render(view(ACME))
  const asked = () =>
    (host.received as { id: number; method: string; params: unknown }[]).filter(({ method }) => method === 'charts.get')
  /** Answers the question asked at this place. */
  const answer = async (at: number, result: ChartData) => {
    await expect.poll(() => asked().length).toBeGreaterThan(at)
    host.say({ id: asked()[at]?.id ?? 0, result })
  }
  const refuse = async (at: number) => {
    await expect.poll(() => asked().length).toBeGreaterThan(at)
    host.say({ id: asked()[at]?.id ?? 0, error: toErrorBody(new RecipisaError('storage-failed', { problem: 'busy' })) })
  }
  const choose = (cui: string, until?: string) => rerender(view(cui, until))
  const isBusy = () => container.querySelector('.charts-view')?.getAttribute('aria-busy') === 'true'
  return { overview, asked, answer, refuse, choose, isBusy }
}

test('W-06 the figures of one company do not stand under the name of another', async () => {
  const { answer, choose, isBusy } = draw()
  await answer(0, figuresOf('2026-11', '4718.11'))
  await screen.findByRole('figure', { name: MONTHS })
  choose(OTHER)
  expect(screen.queryAllByRole('figure')).toEqual([])
  expect(isBusy()).toBe(true)
  await answer(1, figuresOf('2026-11', '238.00'))
  const figure = await screen.findByRole('figure', { name: MONTHS })
  expect(figure.textContent).toContain('238,00')
  expect(figure.textContent).not.toContain('4.718,11')
  expect(isBusy()).toBe(false)
})

test('W-06 another company’s figures are fetched during a sync, too', async () => {
  const { overview, asked, answer, choose } = draw()
  await answer(0, figuresOf('2026-11', '4718.11'))
  await screen.findByRole('figure', { name: MONTHS })
  overview.value = { ...SETTLED, job: SYNC }
  choose(OTHER)
  await expect.poll(asked).toHaveLength(2)
  expect(asked()[1]?.params).toMatchObject({ cui: OTHER })
})

test('W-06 “Try again” asks during a sync, too, and the figures stay meanwhile', async () => {
  const { overview, asked, answer, refuse, isBusy } = draw()
  await answer(0, figuresOf('2026-11', '4718.11'))
  const figure = await screen.findByRole('figure', { name: MONTHS })
  overview.value = { ...SETTLED, syncedAt: 3 }
  await refuse(1)
  await screen.findByRole('alert')
  overview.value = { ...SETTLED, syncedAt: 3, job: SYNC }
  fireEvent.click(screen.getByRole('button', { name: 'Încearcă din nou' }))
  await expect.poll(asked).toHaveLength(3)
  expect(isBusy()).toBe(true)
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByRole('figure', { name: MONTHS })).toBe(figure)
  await answer(2, figuresOf('2026-11', '4820.00'))
  await expect.poll(() => figure.textContent).toContain('4.820,00')
})

test('W-06 figures of the period before stay until the others come, and a saved picture names their own period', async () => {
  const { answer, choose, isBusy } = draw()
  await answer(0, figuresOf('2026-11', '4718.11'))
  const figure = await screen.findByRole('figure', { name: MONTHS })
  choose(ACME, '2026-10')
  expect(screen.getByRole('figure', { name: MONTHS })).toBe(figure)
  expect(isBusy()).toBe(true)
  const written = paintWithout(figure)
  fireEvent.click(screen.getByRole('button', { name: 'Salvează PNG' }))
  await expect
    .poll(() => downloads.download.mock.lastCall?.[0].filename)
    .toBe('grafic_luni_14399840_2026-11_2026-11.png')
  expect(written.join()).toContain('ACME SRL')
  expect(written.join()).toContain('01.11.2026')
})

/** Stands for the drawing and the canvas, which this document does not have; returns the words of the picture. */
function paintWithout(figure: HTMLElement): string[] {
  const written: string[] = []
  const pen = {
    measureText: () => ({ width: 0 }),
    fillText: (text: string) => written.push(text),
    ...Object.fromEntries(
      ['scale', 'fillRect', 'save', 'restore', 'translate', 'beginPath'].map(name => [name, vi.fn()]),
    ),
    ...Object.fromEntries(['setLineDash', 'moveTo', 'lineTo', 'stroke'].map(name => [name, vi.fn()])),
  }
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(take => take(new Blob(['a picture'])))
  figure.querySelector('.bars')?.append(document.createElementNS('http://www.w3.org/2000/svg', 'svg'))
  return written
}
