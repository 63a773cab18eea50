// @vitest-environment happy-dom
import { useSignal } from '@preact/signals'
import { cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { connectHost } from '../../../host/client.ts'
import { inMemoryHost } from '../../../host/port.fixture.ts'
import { pageInMemory } from '../../page/page.fixture.ts'
import { requestOf } from '../mailbox.fixture.ts'
import type { RequestDraft } from './draft.ts'
import { createRequests } from './requests.ts'
import { RequestsView } from './requests-view.tsx'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
afterEach(cleanup)

test('a company’s request that is older than a hundred of others comes with one click', async () => {
  const OLD = { ...requestOf(1, 'archived'), cui: '9010105', companyName: 'VECHE SRL' }
  const all = [...Array.from({ length: 110 }, (_, at) => requestOf(200 - at, 'archived')), OLD]
  const host = inMemoryHost({
    'requests.list': params => {
      const { limit, offset } = params as { limit: number; offset: number }
      return { items: all.slice(offset, offset + limit), total: all.length }
    },
    'requests.presets': () => ({ presets: [] }),
  })
  const client = connectHost(host.open)
  const requests = createRequests(client, async () => undefined)
  await requests.load()
  function View() {
    const draft = useSignal<RequestDraft>({ type: undefined, cuis: new Set(), fields: {} })
    const rest = { requests, draft, choices: [], cui: '9010105', onOpen: () => undefined }
    return <RequestsView page={pageInMemory(client)} {...rest} />
  }
  render(<View />)
  fireEvent.click(screen.getByRole('button', { name: 'Arată mai multe' }))
  expect(await screen.findByText(/VECHE SRL/)).toBeTruthy()
})
