// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { hasValidCheckDigit } from '../../../../shared/domain/cui.ts'
import type { ErrorBody } from '../../../../shared/errors/error-body.ts'
import type { CompanyLookup } from '../../../../shared/protocol/registers/lookups.ts'
import { found, lookupOf, NOT_FOUND, PENDING, vatRecordOf } from '../panel/lookups.fixture.ts'
import { createCard } from './card.ts'
import { CardView } from './card-view.tsx'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
afterEach(cleanup)

const HOUR = 3_600_000
const DOWN: ErrorBody = {
  code: 'service-unavailable',
  message: 'down',
  details: { reason: 'from-the-future' },
}
type Vat = CompanyLookup['vat']

/** A card whose questions get the given answers in order. */
function draw(cuis: string[], answers: (() => CompanyLookup[] | Promise<CompanyLookup[]>)[]) {
  const asked: boolean[] = []
  const panels: string[][] = []
  const copied: string[] = []
  const companies = cuis.map(cui => ({ cui, hasValidCheckDigit: hasValidCheckDigit(cui) }))
  const card = createCard(companies, async ({ refresh }, onCompanies) => {
    asked.push(refresh)
    onCompanies((await answers[asked.length - 1]?.()) ?? [])
  })
  const first = card.load()
  const copy = async (text: string) => void copied.push(text)
  render(<CardView card={card} now={2 * HOUR} onPanel={shown => panels.push(shown)} copy={copy} />)
  return { card, first, asked, panels, copied }
}
const answered = (vat: Vat) => () => [lookupOf({ vat })]
const text = () => document.body.textContent ?? ''

test('before the answer the card has its full size and says that it is querying', () => {
  draw(['14399840'], [() => new Promise(() => undefined)])
  expect(screen.getByText('Se interoghează registrul…').role).toBe('status')
  expect(document.querySelectorAll('.skeleton').length).toBeGreaterThan(8)
  expect(text()).toContain('14399840')
})

test('P-14 the answer is shown with its age, and refreshing queries the register again', async () => {
  const { first, asked } = draw(
    ['14399840'],
    [answered(found(vatRecordOf())), answered(found(vatRecordOf({ name: 'ALTFEL SRL' }), 2 * HOUR))],
  )
  await first
  await screen.findByRole('heading', { name: 'ACME SRL' })
  expect(text()).toContain('actualizat acum 2 ore')
  for (const fact of ['J12/345/2002', '6201', 'A.J.F.P. CLUJ', 'STR. MIHAI EMINESCU']) expect(text()).toContain(fact)
  fireEvent.click(screen.getByRole('button', { name: 'Interoghează din nou registrele' }))
  await screen.findByRole('heading', { name: 'ALTFEL SRL' })
  expect(asked).toEqual([false, true])
  expect(text()).toContain('actualizat acum')
})

test('P-14 an older answer that could not be renewed says so and stays', async () => {
  await draw(['14399840'], [answered({ ...found(vatRecordOf()), isStale: true, error: DOWN })]).first
  await screen.findByRole('heading', { name: 'ACME SRL' })
  expect(screen.getByRole('alert').textContent).toContain('down')
  expect(text()).toContain('Răspuns mai vechi: registrul nu a putut fi interogat acum')
  expect(text()).toContain('actualizat acum 2 ore')
})

test('P-08 a wrong check digit is shown beside the answer', async () => {
  await draw(['14399841'], [() => [lookupOf({ cui: '14399841', hasValidCheckDigit: false, vat: NOT_FOUND })]]).first
  await screen.findByText('Registrul nu are date despre acest CUI')
  expect(text()).toContain('Cifra de control a acestui CUI nu se potrivește')
})

test('a failed query shows its reason and can be repeated', async () => {
  const failed: Vat = { ...PENDING, state: 'failed', error: DOWN }
  const { first, asked } = draw(['14399840'], [answered(failed), answered(found(vatRecordOf()))])
  await first
  fireEvent.click(await screen.findByRole('button', { name: 'Încearcă din nou' }))
  await screen.findByRole('heading', { name: 'ACME SRL' })
  expect(asked).toEqual([false, false])
})

test('several companies are a list to choose from, with a way back', async () => {
  const other = lookupOf({ cui: '34878414', vat: found(vatRecordOf({ cui: '34878414', name: 'BETA SRL' })) })
  const both = () => [lookupOf({ vat: found(vatRecordOf()) }), other]
  const { first, panels } = draw(['14399840', '34878414'], [both])
  await first
  const row = await screen.findByRole('button', { name: /BETA SRL/ })
  fireEvent.click(screen.getByRole('button', { name: 'Deschide în panou' }))
  fireEvent.click(row)
  await screen.findByRole('heading', { name: 'BETA SRL' })
  fireEvent.click(screen.getByRole('button', { name: 'Deschide în panou' }))
  fireEvent.click(screen.getByRole('button', { name: 'Înapoi' }))
  await screen.findByRole('heading', { name: '2 firme' })
  expect(panels).toEqual([['14399840', '34878414'], ['34878414']])
})

test('the CUI is copied', async () => {
  const { first, copied } = draw(['14399840'], [answered(found(vatRecordOf()))])
  await first
  fireEvent.click(screen.getByRole('button', { name: 'Copiază CUI-ul 14399840' }))
  await screen.findByText('Copiat')
  expect(copied).toEqual(['14399840'])
})

test('a register’s data are drawn as text, whatever they look like', async () => {
  const name = '<img src=x onerror=alert(1)>'
  await draw(['14399840'], [answered(found(vatRecordOf({ name, address: name })))]).first
  await screen.findByRole('heading', { name })
  expect(document.querySelector('img')).toBeNull()
})

test('a closed card reports no failure of its aborted question', async () => {
  const { card, first } = draw(['14399840'], [() => Promise.reject(new Error('late'))])
  card.close()
  await first
  expect(card.busy.value).toBe(false)
})
