// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { connectHost } from '../../host/client.ts'
import { inMemoryHost } from '../../host/port.fixture.ts'
import { saveBytes } from './save-document.ts'
import { useSaving } from './use-saving.tsx'

const downloads = vi.hoisted(() => ({ download: vi.fn<() => Promise<number>>() }))
vi.mock('webextension-polyfill', () => ({ default: { ...fakeBrowser, downloads } }))
afterEach(cleanup)

const host = connectHost(inMemoryHost().open)
const work = () => saveBytes({ fileName: 'a.pdf', mediaType: 'application/pdf', bytes: new Uint8Array(3) })

function Buttons() {
  const { busy, saveBy, outcome } = useSaving(host)
  return (
    <>
      <button type="button" disabled={busy} onClick={() => saveBy(work)}>
        save
      </button>
      {outcome}
    </>
  )
}

test('U-02 after a cancelled “Save as” nothing is said, and the document can be saved again', async () => {
  render(<Buttons />)
  const button = screen.getByRole<HTMLButtonElement>('button')
  downloads.download.mockRejectedValueOnce(new Error('Download canceled by the user'))
  fireEvent.click(button)
  await screen.findByText('Se salvează…')
  await expect.poll(() => button.disabled).toBe(false)
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByRole('status').textContent).toBe('')
  downloads.download.mockRejectedValueOnce(new Error('no'))
  fireEvent.click(button)
  await screen.findByRole('alert')
})
