// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { uploadOf } from '../uploads/uploads.fixture.ts'
import { drawDesk } from './desk.fixture.tsx'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
beforeEach(() => fakeBrowser.reset())
afterEach(() => {
  cleanup()
  location.hash = ''
})

/** The desk at an address, with the host's answers to come. */
async function open(hash: string) {
  const { desk, host } = await drawDesk(hash)
  /** Answers all requests for a method that wait. */
  const answered = new Set<number>()
  const answer = async (method: string, result: object) => {
    const waiting = () =>
      (host.received as { id: number; method: string }[]).filter(
        each => each.method === method && !answered.has(each.id),
      )
    await expect.poll(() => waiting().length).toBeGreaterThan(0)
    for (const { id } of waiting()) {
      answered.add(id)
      host.say({ id, result })
    }
  }
  return { desk, answer }
}

test('an upload that is not among the loaded rows is shown all the same, and its name is the heading', async () => {
  const { desk, answer } = await open('#uploads?show=open&open=7')
  await answer('uploads.list', {
    items: [uploadOf(8, 'processing', { fileName: 'alta.xml', invoice: null })],
    total: 1,
  })
  await answer('uploads.get', { upload: uploadOf(7, 'nok') })
  const article = within(await screen.findByRole('article'))
  const heading = await article.findByRole('heading', { name: 'FCT-1' })
  expect(document.activeElement).toBe(heading)
  expect(article.getByText('Cu erori')).toBeTruthy()
  expect(article.getAllByText('FCT-1')).toHaveLength(1)
  desk.go({ open: '8' })
  expect(await screen.findByRole('heading', { name: 'alta.xml' })).toBeTruthy()
})
