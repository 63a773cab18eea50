// @vitest-environment happy-dom

import { useSignal } from '@preact/signals'
import { cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { connectHost } from '../../../host/client.ts'
import { inMemoryHost } from '../../../host/port.fixture.ts'
import { requestOf } from '../mailbox.fixture.ts'
import type { RequestDraft } from './draft.ts'
import { RequestForm } from './request-form.tsx'
import { createRequests } from './requests.ts'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
afterEach(cleanup)

const CHOICES = [
  { cui: '14399840', name: 'ACME SRL' },
  { cui: '9010105', name: 'ȘTEFAN ȘI FIII SRL' },
  ...['1', '2', '3', '4'].map(n => ({ cui: `1000000${n}`, name: `Firma ${n}` })),
]
const OPEN = {
  code: 'invalid-input',
  message: 'x',
  details: { reason: 'request-open', params: { type: 'VECTOR FISCAL', cui: '14399840' } },
}

function draw(send: (params: unknown) => unknown) {
  const sent: unknown[] = []
  const host = inMemoryHost({
    'requests.send': params => {
      sent.push(params)
      return send(params)
    },
    'requests.presets': () => ({ presets: [] }),
  })
  const requests = createRequests(connectHost(host.open), async () => undefined)
  function Form() {
    const draft = useSignal<RequestDraft>({ type: undefined, cuis: new Set(), fields: { year: '2026', month: '10' } })
    const change = (next: RequestDraft) => {
      draft.value = next
    }
    return <RequestForm draft={draft.value} onChange={change} requests={requests} choices={CHOICES} />
  }
  render(<Form />)
  const choose = (type: string) => fireEvent.change(screen.getByLabelText('Documentul'), { target: { value: type } })
  const submit = () => fireEvent.click(screen.getByRole('button', { name: /^Solicită/ }))
  return { sent, choose, submit, requests }
}

test('the fields of the chosen document appear, and no others', () => {
  const { choose } = draw(() => ({ requests: [] }))
  expect(screen.queryByLabelText('Anul')).toBeNull()
  choose('D208')
  const month = screen.getByLabelText('Luna')
  expect([...month.querySelectorAll('option')].map(({ value }) => value)).toEqual(['6', '12'])
  choose('VECTOR FISCAL')
  expect(screen.queryByLabelText('Luna')).toBeNull()
  expect(screen.getByText('Vectorul fiscal al persoanei juridice la momentul solicitării.')).toBeTruthy()
})

test('nothing is sent before a company is chosen and what is needed is written; each lack is said in its place', () => {
  const { sent, choose, submit } = draw(() => ({ requests: [] }))
  choose('Duplicat Recipisa')
  submit()
  expect(screen.getByText('Alegeți cel puțin o firmă.')).toBeTruthy()
  expect(screen.getByLabelText('Numărul de înregistrare al depunerii').getAttribute('aria-invalid')).toBe('true')
  expect(sent).toEqual([])
})

test('many companies at once: those found by a search without diacritics are all ticked by one click', async () => {
  const { sent, choose, submit } = draw(() => ({ requests: [requestOf(1, 'archived'), requestOf(2, 'archived')] }))
  choose('D300')
  fireEvent.input(screen.getByLabelText('Caută firmă sau CUI'), { target: { value: 'stefan' } })
  fireEvent.click(screen.getByRole('button', { name: 'Toate' }))
  fireEvent.input(screen.getByLabelText('Caută firmă sau CUI'), { target: { value: '' } })
  fireEvent.click(screen.getByLabelText(/ACME SRL/))
  submit()
  await expect.poll(() => sent.length).toBe(1)
  expect(sent).toEqual([
    { type: 'D300', cuis: ['9010105', '14399840'], params: { year: 2026, month: 10 }, again: false },
  ])
})

test('the same request that is still open is sent again only after a question', async () => {
  const { sent, choose, submit } = draw(params => {
    if (!(params as { again: boolean }).again) throw OPEN
    return { requests: [requestOf(1, 'archived')] }
  })
  choose('VECTOR FISCAL')
  fireEvent.click(screen.getByLabelText(/ACME SRL/))
  submit()
  fireEvent.click(await screen.findByRole('button', { name: 'Trimite încă o dată' }))
  await expect.poll(() => sent.length).toBe(2)
  expect(sent).toMatchObject([{ again: false }, { again: true }])
  await expect.poll(() => screen.queryByRole('alert')).toBeNull()
})
