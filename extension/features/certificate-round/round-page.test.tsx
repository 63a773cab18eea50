// @vitest-environment happy-dom
import { signal } from '@preact/signals'
import { cleanup, render, screen } from '@testing-library/preact'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { toErrorBody } from '../../../shared/errors/to-error-body.ts'
import { connectHost } from '../../host/client.ts'
import { inMemoryHost } from '../../host/port.fixture.ts'
import type { Round, SessionVisit } from '../certificate-visit/stored-visits.ts'
import { pageInMemory, SETTLED } from '../page/page.fixture.ts'
import type { Page } from '../page/page.ts'
import { RoundPage } from './round-page.tsx'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
afterEach(cleanup)

const ROUND: Round = { tabId: 1, startedAt: 100, steps: ['efactura', 'spv', 'portal'], at: 3, there: [] }
const SIGNED_IN = { phase: 'done', tabId: 1, startedAt: 101, status: SETTLED.auth } as const
const IN_SPV: SessionVisit = { phase: 'done', tabId: 1, startedAt: 102, status: { services: [] } }
const refused = toErrorBody(new RecipisaError('portal-step-late'))

function draw(round: Round, visits: Partial<Page>) {
  render(<RoundPage page={{ ...pageInMemory(connectHost(inMemoryHost().open)), ...visits }} round={round} />)
  return screen.getAllByRole('listitem').map(({ textContent }) => textContent ?? '')
}

test('E-28 the choice of the certificate is a step that is named after what it is for', () => {
  const failed = {
    phase: 'failed',
    tabId: 1,
    startedAt: 101,
    error: toErrorBody(new RecipisaError('certificate-not-presented')),
  } as const
  const round: Round = { ...ROUND, steps: ['certificate', 'spv'], at: 2 }
  const steps = draw(round, { certificateVisit: signal(failed), spvVisit: signal(IN_SPV) })
  expect(steps[0]).toMatch(/^e-Facturanereușit/)
  expect(steps[1]).toBe('SPVconectat')
  expect(screen.getByRole('button', { name: 'Alegeți certificatul' })).toBeTruthy()
})

test('each step is shown as done or why not, with whose side it is on and a button for that one alone', () => {
  const failed = { phase: 'failed', tabId: 1, startedAt: 103, error: refused } as const
  const steps = draw(ROUND, { signIn: signal(SIGNED_IN), spvVisit: signal(IN_SPV), portalVisit: signal(failed) })
  expect(steps.slice(0, 2)).toEqual(['e-Facturaconectat', 'SPVconectat'])
  expect(steps[2]).toMatch(/^Declarațiinereușit(La ANAF|Rețea|Date de corectat|Certificat)/)
  expect(screen.getByRole('heading').textContent).toBe('Conectarea nu este completă')
  expect(screen.getByRole('button', { name: 'Încearcă din nou: Declarații' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Reconectare' })).toBeTruthy()
})

test('the present step, those before and those after it are told apart', () => {
  const exchanging = { phase: 'exchanging', tabId: 1, startedAt: 101 } as const
  expect(draw({ ...ROUND, at: 1 }, { signIn: signal(exchanging) })).toEqual([
    'e-Facturase încheie…',
    'SPVîn curs',
    'Declarațiiurmează',
  ])
  expect(screen.queryByRole('button')).toBeNull()
})

test('a visit that is older than the round does not count; what was there and what had no turn say so', () => {
  const old = { ...IN_SPV, startedAt: 99 }
  const closed = {
    phase: 'failed',
    tabId: 1,
    startedAt: 101,
    error: toErrorBody(new RecipisaError('sign-in-tab-closed')),
  } as const
  const steps = draw({ ...ROUND, there: ['portal'] }, { signIn: signal(closed), spvVisit: signal(old) })
  expect(steps[0]).toContain('Fila de conectare a fost închisă')
  expect(steps.slice(1)).toEqual(['SPVneîncercatÎncearcă din nou', 'Declarațiideja conectat'])
})

test('once everything is done the page says what comes next', () => {
  draw({ ...ROUND, steps: ['efactura', 'spv'], at: 2 }, { signIn: signal(SIGNED_IN), spvVisit: signal(IN_SPV) })
  expect(screen.getByRole('heading').textContent).toBe('Sunteți conectat')
  expect(screen.getByRole('button', { name: 'Deschide panoul' })).toBeTruthy()
})
