// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { useState } from 'preact/hooks'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { Confirm } from '../../ui/confirm.tsx'
import { DateField } from '../../ui/date/date-field.tsx'
import { ListAndDetail } from './list-and-detail.tsx'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
afterEach(cleanup)

/** Two details over each other, the upper one with a question. */
function Two({ withList }: { withList: boolean }) {
  const [open, setOpen] = useState(['lower', 'upper'])
  const [asking, setAsking] = useState(true)
  return (
    <ListAndDetail
      list={
        <>
          <input type="search" aria-label="search" />
          {withList && <div role="listbox" aria-label="list" tabIndex={0} />}
        </>
      }
      details={open.map(key => ({
        key,
        content: (
          <section aria-label={key}>
            <button type="button">inside</button>
            {asking && key === 'upper' && (
              <Confirm
                label="sure"
                question="?"
                yes="yes"
                onYes={() => setAsking(false)}
                onNo={() => setAsking(false)}
              />
            )}
          </section>
        ),
      }))}
      invitation="choose"
      onBack={() => setOpen(open.slice(0, -1))}
    />
  )
}
const pressEscape = (name: string) => fireEvent.keyDown(screen.getByLabelText(name), { key: 'Escape' })

test('Escape answers a question with no and leaves the detail open; the next one closes it, layer by layer', async () => {
  render(<Two withList />)
  pressEscape('sure')
  await expect.poll(() => screen.queryByLabelText('sure')).toBeNull()
  pressEscape('upper')
  await expect.poll(() => screen.queryByLabelText('upper')).toBeNull()
  expect(screen.getByLabelText('lower').closest('[inert]')).toBeNull()
  pressEscape('lower')
  await screen.findByText('choose')
  await expect.poll(() => document.activeElement).toBe(screen.getByLabelText('list'))
})

test('without a list the focus returns to the search, whose own Escape closes nothing', async () => {
  render(<Two withList={false} />)
  pressEscape('search')
  expect(screen.getByLabelText('upper')).toBeTruthy()
  pressEscape('upper')
  pressEscape('lower')
  await screen.findByText('choose')
  await expect.poll(() => document.activeElement).toBe(screen.getByLabelText('search'))
})

test('Escape in the calendar of the list’s filter closes the calendar alone', async () => {
  const onBack = vi.fn()
  render(
    <ListAndDetail
      list={<DateField label="since" day="2026-11-05" onDay={() => undefined} />}
      details={[{ key: 'one', content: 'detail' }]}
      invitation="choose"
      onBack={onBack}
    />,
  )
  fireEvent.click(screen.getByText((_, element) => element?.getAttribute('aria-label')?.startsWith('since: ') ?? false))
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(onBack).not.toHaveBeenCalled()
})

test('Escape closes the detail also when the button that had the focus is gone', async () => {
  render(<Two withList />)
  fireEvent.keyDown(document.body, { key: 'Escape' })
  await expect.poll(() => screen.queryByLabelText('upper')).toBeNull()
})
