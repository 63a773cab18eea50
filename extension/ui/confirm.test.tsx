// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { useState } from 'preact/hooks'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { Button } from './button.tsx'
import { Confirm } from './confirm.tsx'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
afterEach(cleanup)

/** A button that asks; it stays above its question, or the question takes its place. */
function Asking({ stays }: { stays: boolean }) {
  const [asking, setAsking] = useState(false)
  return (
    <section>
      <p>before</p>
      {(stays || !asking) && (
        <div>
          <Button onClick={() => setAsking(true)}>remove</Button>
        </div>
      )}
      {asking && <Confirm label="sure" question="?" yes="yes" onYes={() => undefined} onNo={() => setAsking(false)} />}
      <Button>after</Button>
    </section>
  )
}

test.each([{ stays: true }, { stays: false }])(
  'a question that is answered gives the focus back to the button that asked ($stays)',
  async ({ stays }) => {
    render(<Asking stays={stays} />)
    const focused = () => document.activeElement?.textContent
    screen.getByText('remove').focus()
    fireEvent.click(screen.getByText('remove'))
    await expect.poll(() => document.activeElement).toBe(screen.queryByLabelText('sure'))
    fireEvent.keyDown(screen.getByLabelText('sure'), { key: 'Escape' })
    await expect.poll(focused).toBe('remove')
  },
)
