// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import type { Overview } from '../../../shared/protocol/overview.ts'
import { SETTLED } from '../page/page.fixture.ts'
import { AttentionLine } from './attention-line.tsx'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
beforeEach(() => fakeBrowser.reset())
afterEach(cleanup)

const company = SETTLED.companies[0] as Overview['companies'][number]
const busy: Overview = {
  ...SETTLED,
  companies: Array.from({ length: 10 }, (_, n) => ({ ...company, cui: `${1000 + n}`, rights: 'denied' })),
  uploads: { open: 0, unknown: 20, refused: 0 },
}

test('what needs the user is one line that can be put away, and comes back when a number changes', async () => {
  const onShow = vi.fn()
  const draw = (due: number) => render(<AttentionLine overview={busy} due={due} onShow={onShow} />)
  draw(3)
  const line = await screen.findByRole('status')
  expect(line.querySelector('.sentence')?.textContent).toBe(
    '3 de rezolvat · 20 de facturi transmise, neconfirmate · 10 firme fără drepturi',
  )
  fireEvent.click(screen.getByRole('button', { name: 'Vezi' }))
  expect(onShow).toHaveBeenCalledOnce()
  fireEvent.click(screen.getByRole('button', { name: 'Ascunde până apare ceva nou' }))
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull())
  cleanup()
  draw(4)
  expect((await screen.findByRole('status')).textContent).toContain('4 de rezolvat')
})

test('nothing is drawn where nothing needs the user', async () => {
  render(<AttentionLine overview={SETTLED} due={0} onShow={() => undefined} />)
  await fakeBrowser.storage.local.get('attentionPutAway')
  expect(screen.queryByRole('status')).toBeNull()
})
