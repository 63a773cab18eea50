// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/preact'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { connectHost } from '../../host/client.ts'
import { inMemoryHost } from '../../host/port.fixture.ts'
import { pageInMemory } from '../page/page.fixture.ts'
import { Limits } from './limits.tsx'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
afterEach(cleanup)

test('only limits of which a fifth or less is left are listed; of the others there is the number', async () => {
  const quota = (subject: string, left: number) => ({
    operation: 'list-by-days' as const,
    subject,
    limit: 100,
    used: 100 - left,
    left,
  })
  const host = inMemoryHost({
    'limits.get': () => ({
      day: '2026-11-20',
      requestsPerMinute: 1000,
      pausedUntil: null,
      quotas: [quota('14399840', 20), quota('9010105', 21), quota('361757', 100)],
    }),
  })
  render(<Limits page={pageInMemory(connectHost(host.open))} cui={undefined} />)
  expect(await screen.findAllByLabelText(/Lista pe zile/)).toHaveLength(1)
  expect(screen.getByText('au rămas 20 din 100')).toBeTruthy()
  expect(screen.getByText('2 limite din care a rămas destul.')).toBeTruthy()
})
