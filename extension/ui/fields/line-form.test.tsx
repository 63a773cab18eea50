// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { LineForm } from './line-form.tsx'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
afterEach(cleanup)

/** The form, and a way to end the pending answer. */
function draw() {
  const answer = Promise.withResolvers<string>()
  render(
    <LineForm label="Număr" hint="" words={{ send: 'Trimite' }} problemOf={() => undefined} send={() => answer.promise}>
      {found => <p role="status">{found}</p>}
    </LineForm>,
  )
  const field = screen.getByLabelText<HTMLInputElement>('Număr')
  const type = (value: string) => fireEvent.input(field, { target: { value } })
  return { answer, field, type }
}

test('what is typed while the answer is awaited stays in the field', async () => {
  const { answer, field, type } = draw()
  type('5001')
  fireEvent.click(screen.getByRole('button', { name: 'Trimite' }))
  type('5002')
  answer.resolve('5001 a fost găsit')
  await screen.findByText('5001 a fost găsit')
  expect(field.value).toBe('5002')
})

test('what was sent leaves the field with the answer', async () => {
  const { answer, field, type } = draw()
  type(' 5001 ')
  fireEvent.click(screen.getByRole('button', { name: 'Trimite' }))
  answer.resolve('5001 a fost găsit')
  await screen.findByText('5001 a fost găsit')
  expect(field.value).toBe('')
})
