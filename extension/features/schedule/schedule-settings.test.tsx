// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import type { ScheduleState } from '../../../shared/protocol/schedule.ts'
import { connectHost } from '../../host/client.ts'
import { inMemoryHost } from '../../host/port.fixture.ts'
import { pageInMemory } from '../page/page.fixture.ts'
import { ScheduleSettings } from './schedule-settings.tsx'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
beforeEach(() => fakeBrowser.reset())
afterEach(cleanup)

const OFF: ScheduleState = { system: 'systemd', schedule: null, isActive: false, problem: null, command: null }

/** Shows the settings for a host with this schedule; returns its requests. */
function show(state: ScheduleState): unknown[] {
  const told: unknown[] = []
  const { open } = inMemoryHost({
    'schedule.get': () => state,
    'schedule.set': params => {
      told.push(params)
      const { schedule } = params as Pick<ScheduleState, 'schedule'>
      return { ...OFF, schedule, isActive: schedule !== null }
    },
  })
  render(<ScheduleSettings page={pageInMemory(connectHost(open))} />)
  return told
}
const when = () => screen.getByRole<HTMLSelectElement>('combobox')
const choose = async (value: string) => {
  await expect.poll(() => when().disabled).toBe(false)
  fireEvent.change(when(), { target: { value } })
}

test('a schedule is switched on, given its time, and switched off', async () => {
  const told = show(OFF)
  await choose('60')
  await expect.poll(() => when().value).toBe('60')
  await choose('daily')
  const time = await screen.findByLabelText<HTMLInputElement>(/^(Time|Ora)/)
  await expect.poll(() => time.disabled).toBe(false)
  fireEvent.change(time, { target: { value: '06:15' } })
  await expect.poll(() => told.length).toBe(3)
  await choose('off')
  await expect
    .poll(() => told)
    .toEqual([
      { schedule: { every: 60 } },
      { schedule: { daily: '07:30' } },
      { schedule: { daily: '06:15' } },
      { schedule: null },
    ])
})

test('by keyboard, which passes other choices on its way, the last one counts, and focus and fields stay', async () => {
  const told: unknown[] = []
  const held = Promise.withResolvers<void>()
  const { open } = inMemoryHost({
    'schedule.get': () => OFF,
    'schedule.set': async params => {
      told.push(params)
      await held.promise
      return { ...OFF, ...(params as Pick<ScheduleState, 'schedule'>), isActive: true }
    },
  })
  render(<ScheduleSettings page={pageInMemory(connectHost(open))} />)
  await choose('30')
  await expect.poll(() => told.length).toBe(1)
  when().focus()
  await choose('60')
  await choose('240')
  expect(document.activeElement).toBe(when())
  expect(when().value).toBe('240')
  held.resolve()
  await expect.poll(() => told).toEqual([{ schedule: { every: 30 } }, { schedule: { every: 240 } }])
  expect(when().value).toBe('240')
})

test('an interval of the command line is shown, and a system that does not keep to it is quoted with the command', async () => {
  show({ ...OFF, schedule: { every: 45 }, problem: 'Failed to connect to bus', command: 'systemctl --user start x' })
  await expect.poll(() => when().value).toBe('45')
  expect(document.body.textContent).toContain('Failed to connect to bus')
  expect(document.body.textContent).toContain('systemctl --user start x')
})
