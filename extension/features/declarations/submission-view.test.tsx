// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import type { DeclarationInspection } from '../../../shared/protocol/declarations.ts'
import { connectHost } from '../../host/client.ts'
import { inMemoryHost } from '../../host/port.fixture.ts'
import { focused, press } from '../../ui/keyboard.fixture.ts'
import { pageInMemory } from '../page/page.fixture.ts'
import { declarationInspectionOf, declarationOf } from './declarations.fixture.ts'
import { createDeclarations } from './declarations.ts'
import { DeclarationsView } from './declarations-view.tsx'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
afterEach(cleanup)

const SHA256 = 'a'.repeat(64)
const SESSION = {
  service: 'portal',
  state: 'active',
  since: 0,
  lastUsedAt: 0,
  expiresAt: 1,
  keptIn: 'owner-only-file',
} as const
const SENT = declarationOf(5, { sha256: SHA256, cui: '8000000000' })

/** A chosen PDF in front of the user; `answer` lets the host's answer to the submission come. */
async function choosePdf(inspection: Partial<DeclarationInspection>) {
  const submitted = Promise.withResolvers<unknown>()
  const host = inMemoryHost({
    'declarations.inspect': () => declarationInspectionOf(SHA256, inspection),
    'declarations.submit': () => submitted.promise,
    'declarations.follow': () => new Promise(() => undefined),
    'declarations.list': () => ({ items: [], total: 0 }),
  })
  const page = pageInMemory(connectHost(host.open), { sessions: [SESSION] })
  const state = createDeclarations(page)
  await state.submission.take([new File(['%PDF'], 'd300.pdf')])
  const view = (cui: string | undefined) => <DeclarationsView page={page} state={state} cui={cui} />
  const { rerender } = render(view('14399840'))
  return {
    submission: state.submission,
    answer: () => submitted.resolve({ declarations: [SENT] }),
    /** The user chooses a company without declarations. */
    async chooseCompany(cui: string) {
      rerender(view(cui))
      await vi.waitFor(() => expect(state.list.total.value).toBe(0))
    },
  }
}

const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Depune 1 declarație' }))

test('nothing of a file changes while it is submitted', async () => {
  const { answer } = await choosePdf({ cui: null, earlier: [declarationOf(1, { state: 'valid' })] })
  fireEvent.input(screen.getByLabelText('CUI'), { target: { value: '8000000000' } })
  fireEvent.click(screen.getByRole('checkbox', { name: 'Îl depun încă o dată' }))
  submit()
  const remove = screen.getByRole('button', { name: 'Scoate fișierul d300.pdf' })
  for (const control of [remove, screen.getByLabelText('CUI'), screen.getByRole('checkbox')])
    expect(control).toHaveProperty('disabled', true)
  fireEvent.click(remove)
  answer()
  expect(await screen.findByText('În prelucrare')).toBeTruthy()
})

test('the outcome of another company’s declaration stays on its card while the list shows others', async () => {
  const { answer, chooseCompany } = await choosePdf({ cui: SENT.cui })
  submit()
  answer()
  await screen.findByText('În prelucrare')
  await chooseCompany('15194519')
  expect(screen.getByText('În prelucrare')).toBeTruthy()
})

test('U-08 a file that is removed leaves the focus on the next one, and the last one on the heading', async () => {
  const { submission } = await choosePdf({})
  await submission.take([new File(['%PDF'], 'd112.pdf')])
  const remover = (name: string) => screen.getByRole('button', { name: `Scoate fișierul ${name}` })
  const remove = (name: string) => press(remover(name))
  remove('d300.pdf')
  await expect.poll(focused).toBe(remover('d112.pdf'))
  remove('d112.pdf')
  await expect.poll(focused).toBe(screen.getByRole('heading', { name: 'Depune declarații' }))
})

test('a file that cannot be submitted does not keep the others from being finished', async () => {
  const { answer, submission } = await choosePdf({ cui: SENT.cui })
  const large = new File(['%PDF'], 'mare.pdf')
  Object.defineProperty(large, 'size', { value: 36_000_000 })
  await submission.take([large])
  submit()
  answer()
  fireEvent.click(await screen.findByRole('button', { name: 'Gata' }))
  expect(submission.open.value).toBe(false)
  expect(submission.drafts.value.map(({ fileName }) => fileName)).toEqual(['mare.pdf'])
})
