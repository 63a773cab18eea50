import { signal } from '@preact/signals'
import { expect, test, vi } from 'vitest'
import { connectHost } from '../../host/client.ts'
import { inMemoryHost } from '../../host/port.fixture.ts'
import { SETTLED } from '../page/page.fixture.ts'
import { createToday } from './today.ts'

test('a page that stays open over midnight in Romania shows the list of the new day', async () => {
  const now = signal(Date.parse('2026-11-20T21:59:00Z'))
  let day = '2026-11-20'
  const { open } = inMemoryHost({
    'today.get': () => ({ day, at: now.value, items: [], total: 0, due: 0, freeDaysFile: '/free-days.txt' }),
  })
  const today = createToday({ host: connectHost(open), overview: signal(SETTLED), now })
  await vi.waitFor(() => expect(today.found.value?.day).toBe('2026-11-20'))
  day = '2026-11-21'
  now.value += 2 * 60_000
  await vi.waitFor(() => expect(today.found.value?.day).toBe('2026-11-21'))
})
