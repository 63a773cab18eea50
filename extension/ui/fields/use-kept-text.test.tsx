// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { LostTexts } from './lost-texts.tsx'
import { lostTexts, useKeptText } from './use-kept-text.ts'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
afterEach(cleanup)

/** A note as the pages have it; `saves` are those so far, each to be answered. */
function draw() {
  const saves: { text: string; done: () => void; fail: (error: Error) => void }[] = []
  const save = (text: string) =>
    new Promise<void>((done, fail) => {
      saves.push({ text, done, fail })
    })
  const states: string[] = []
  const Note = () => {
    const { text, state, error, type, keep } = useKeptText('invoice 7', '', save)
    states.push(state)
    return (
      <>
        <textarea aria-label="Note" value={text} onInput={event => type(event.currentTarget.value)} onBlur={keep} />
        <p role="status">{error instanceof Error ? error.message : state}</p>
      </>
    )
  }
  const { unmount } = render(<Note />)
  const field = screen.getByLabelText<HTMLTextAreaElement>('Note')
  return {
    saves,
    states,
    texts: () => saves.map(({ text }) => text),
    field,
    type: (value: string) => fireEvent.input(field, { target: { value } }),
    leave: () => fireEvent.blur(field),
    state: () => screen.getByRole('status').textContent,
    unmount,
  }
}

test('a text is saved whenever the typing pauses, and not again when its field is left or its page is hidden', async () => {
  const { saves, texts, type, leave, state } = draw()
  for (const value of ['N', 'NI', 'NIR']) type(value)
  await expect.poll(texts).toEqual(['NIR'])
  expect(state()).toBe('saving')
  saves[0]?.done()
  await expect.poll(state).toBe('saved')
  type('NIR 118')
  await expect.poll(texts).toEqual(['NIR', 'NIR 118'])
  saves[1]?.done()
  await expect.poll(state).toBe('saved')
  leave()
  fireEvent(document, new Event('visibilitychange'))
  fireEvent(window, new Event('pagehide'))
  expect(texts()).toEqual(['NIR', 'NIR 118'])
})

test.each(['visibilitychange', 'pagehide'])('a text is sent at once on %s', event => {
  const { texts, type } = draw()
  type('NIR 118')
  fireEvent(document, new Event(event, { bubbles: true }))
  expect(texts()).toEqual(['NIR 118'])
})

test('a text typed during a save is sent after it, and the answer does not touch the field', async () => {
  const { saves, texts, field, type, leave, state } = draw()
  type('NIR 118')
  leave()
  type('NIR 1180')
  leave()
  expect(texts()).toEqual(['NIR 118'])
  saves[0]?.done()
  await expect.poll(texts).toEqual(['NIR 118', 'NIR 1180'])
  expect([field.value, state()]).toEqual(['NIR 1180', 'saving'])
  saves[1]?.done()
  await expect.poll(state).toBe('saved')
  expect(field.value).toBe('NIR 1180')
})

test('an answer about an earlier text does not call the present one saved', async () => {
  const { saves, states, type, leave } = draw()
  type('NIR 118')
  leave()
  type('NIR 1180')
  saves[0]?.done()
  await expect.poll(() => saves).toHaveLength(2)
  expect(states).not.toContain('saved')
})

test('a page that ends does not wait for an answer to send its last text', () => {
  const { texts, type, leave } = draw()
  type('NIR 118')
  leave()
  type('NIR 1180')
  fireEvent(window, new Event('pagehide'))
  expect(texts()).toEqual(['NIR 118', 'NIR 1180'])
})

test('a field that goes away sends its text after the one before', async () => {
  const { saves, texts, type, leave, unmount } = draw()
  type('NIR 118')
  leave()
  type('NIR 1180')
  unmount()
  expect(texts()).toEqual(['NIR 118'])
  saves[0]?.done()
  await expect.poll(texts).toEqual(['NIR 118', 'NIR 1180'])
})

test('a page that ends after its field has gone away does not wait either', () => {
  const { texts, type, leave, unmount } = draw()
  type('NIR 118')
  leave()
  type('NIR 1180')
  unmount()
  fireEvent(window, new Event('pagehide'))
  expect(texts()).toEqual(['NIR 118', 'NIR 1180'])
})

test('a text that was not saved is sent again when its field is left', async () => {
  const { saves, texts, type, leave, state } = draw()
  type('NIR 118')
  leave()
  saves[0]?.fail(new Error('the host has ended'))
  await expect.poll(state).toBe('the host has ended')
  leave()
  expect(texts()).toEqual(['NIR 118', 'NIR 118'])
  saves[1]?.done()
  await expect.poll(state).toBe('saved')
})

test('a text that could not be saved after its field had gone away is told of, until another try saves it', async () => {
  const { saves, texts, type, unmount } = draw()
  type('NIR 118')
  unmount()
  saves[0]?.fail(new Error('the host has ended'))
  await expect.poll(() => lostTexts.value.size).toBe(1)
  render(<LostTexts />)
  expect(screen.getByRole('alert').textContent).toContain('NIR 118')
  fireEvent.click(screen.getByRole('button'))
  saves[1]?.fail(new Error('the host has ended again'))
  fireEvent.click(screen.getByRole('button'))
  await expect.poll(texts).toEqual(['NIR 118', 'NIR 118', 'NIR 118'])
  saves[2]?.done()
  await expect.poll(() => screen.queryByRole('alert')).toBeNull()
})

test('a field that is there again takes up its lost text and saves it', async () => {
  const before = draw()
  before.type('NIR 118')
  before.unmount()
  before.saves[0]?.fail(new Error('the host has ended'))
  await expect.poll(() => lostTexts.value.size).toBe(1)
  const { saves, texts, field, state } = draw()
  expect([field.value, lostTexts.value.size]).toEqual(['NIR 118', 0])
  await expect.poll(texts).toEqual(['NIR 118'])
  saves[0]?.done()
  await expect.poll(state).toBe('saved')
})
