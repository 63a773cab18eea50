// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import type { SpvRight } from '../../../shared/protocol/mailbox.ts'
import { connectHost } from '../../host/client.ts'
import { inMemoryHost } from '../../host/port.fixture.ts'
import { pageInMemory } from '../page/page.fixture.ts'
import { createMailbox } from './mailbox.ts'
import { RightsOffer } from './rights-offer.tsx'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
afterEach(cleanup)

const right = (cui: string, changes: Partial<SpvRight> = {}): SpvRight => ({
  cui,
  name: null,
  isPerson: false,
  state: 'offered',
  gone: false,
  ...changes,
})

function draw(rights: SpvRight[]) {
  const answered: unknown[] = []
  const host = inMemoryHost({
    'mailbox.rights': () => ({ asOf: 1, certificateSerial: null, rights }),
    'mailbox.list': () => ({ items: [], total: 0, types: [], companies: [] }),
    'requests.list': () => ({ items: [], total: 0 }),
    'requests.presets': () => ({ presets: [] }),
    'mailbox.answerRights': params => {
      answered.push(params)
      return { asOf: 1, certificateSerial: null, rights: [] }
    },
  })
  const page = pageInMemory(connectHost(host.open))
  const mailbox = createMailbox(page, undefined)
  render(<RightsOffer page={page} mailbox={mailbox} />)
  return { answered, mailbox }
}

test('ticked companies are added; persons are only listed', async () => {
  const { answered } = draw([
    right('14399840', { name: 'ACME SRL' }),
    right('9010105'),
    right('1234567', { state: 'declined' }),
    right('1900101410011', { isPerson: true, state: 'listed' }),
  ])
  fireEvent.click(await screen.findByRole('button', { name: 'Alege' }))
  expect(screen.getByText(/O persoană fizică din SPV: 1900101410011/)).toBeTruthy()
  expect(screen.getAllByRole('checkbox')).toHaveLength(2)
  fireEvent.click(screen.getByRole('checkbox', { name: /CUI 9010105/ }))
  fireEvent.click(screen.getByRole('button', { name: 'Adaugă o firmă' }))
  await expect.poll(() => answered).toEqual([{ add: ['14399840'] }])
})

test('adding none is an answer too', async () => {
  const { answered } = draw([right('14399840')])
  fireEvent.click(await screen.findByRole('button', { name: 'Nu o adăuga' }))
  await expect.poll(() => answered).toEqual([{ add: [] }])
})

test('without an offer there is no question', async () => {
  const { mailbox } = draw([right('14399840', { state: 'listed' }), right('9010105', { state: 'declined' })])
  await expect.poll(() => mailbox.rights.value).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})
