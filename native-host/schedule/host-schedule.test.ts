import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createHostSchedule, type HostSchedule } from './host-schedule.ts'
import type { CommandLine } from './system-scheduler.ts'
import { systemdTimer } from './systemd.ts'

let folder: string
let schedule: HostSchedule
/** The commands run since the test began, and the system's answers by the command's third word. */
let ran: string[]
let answers: Record<string, string>

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'recipisa-schedule-'))
  ran = []
  answers = {}
  const run = async ([, , verb = '']: CommandLine) => {
    ran.push(verb)
    return answers[verb]
  }
  const node = process.execPath
  const system = systemdTimer(join(folder, 'units'), [node])
  schedule = createHostSchedule({ system, programs: [node], dataDir: folder, run })
})
afterEach(() => rmSync(folder, { recursive: true }))

const units = () => ['recipisa.service', 'recipisa.timer'].map(name => existsSync(join(folder, 'units', name)))

test('a schedule is written, started, shown and taken away, the earlier one first', async () => {
  expect(await schedule.get()).toMatchObject({ schedule: null, isActive: false, problem: null, command: null })
  const set = await schedule.set({ every: 30 })
  expect(set).toEqual({ system: 'systemd', schedule: { every: 30 }, isActive: true, problem: null, command: null })
  expect(units()).toEqual([true, true])
  expect(ran).toEqual(['disable', 'daemon-reload', 'enable', 'restart'])
  await schedule.set({ daily: '07:30' })
  expect(await schedule.get()).toMatchObject({ schedule: { daily: '07:30' }, isActive: true })
  expect(await schedule.set(null)).toMatchObject({ schedule: null, isActive: false })
  expect(units()).toEqual([false, false])
  expect(await schedule.get()).toMatchObject({ schedule: null })
  expect(await schedule.set(null)).toMatchObject({ schedule: null })
})

test('of two programs that change the schedule at once the second waits, and record and timer say the same', async () => {
  await Promise.all([schedule.set({ every: 30 }), schedule.set({ daily: '07:30' })])
  const once = ['disable', 'daemon-reload', 'enable', 'restart']
  expect(ran).toEqual([...once, ...once])
  const { schedule: kept } = await schedule.get()
  const timer = readFileSync(join(folder, 'units/recipisa.timer'), 'utf8')
  expect(timer.includes('07:30')).toBe(kept !== null && 'daily' in kept)
})

test('a system that refuses is quoted, with the commands for a person', async () => {
  answers = { 'daemon-reload': 'Failed to connect to bus', disable: 'no such unit', 'is-active': 'inactive' }
  const refused = {
    schedule: { every: 60 },
    isActive: false,
    command:
      'systemctl --user daemon-reload && systemctl --user enable recipisa.timer && systemctl --user restart recipisa.timer',
  }
  expect(await schedule.set({ every: 60 })).toMatchObject({ ...refused, problem: 'Failed to connect to bus' })
  expect(ran).toEqual(['disable', 'daemon-reload'])
  expect(await schedule.get()).toMatchObject({ ...refused, problem: 'inactive' })
})

test('a folder that cannot be written is named, and a record that was changed by hand counts as none', async () => {
  writeFileSync(join(folder, 'units'), '')
  await expect(schedule.set({ every: 30 })).rejects.toMatchObject({ reason: 'storage-failed' })
  writeFileSync(join(folder, 'schedule.json'), '{"schedule":{"every":1},"programs":[]}')
  expect(await schedule.get()).toMatchObject({ schedule: null })
})

test('a schedule that the system does not end is not forgotten, and the person learns the command', async () => {
  await schedule.set({ every: 30 })
  answers.disable = 'Access denied'
  await expect(schedule.set(null)).rejects.toMatchObject({
    reason: 'schedule-kept',
    params: { problem: 'Access denied', command: 'systemctl --user disable --now recipisa.timer' },
  })
  expect(await schedule.get()).toMatchObject({ schedule: { every: 30 }, isActive: true })
})

test('an uninstaller takes away what there is of a schedule, also without its record, and asks the system only then', async () => {
  expect(await schedule.remove()).toBe(false)
  expect(ran).toEqual([])
  await schedule.set({ every: 30 })
  rmSync(join(folder, 'schedule.json'))
  expect(await schedule.remove()).toBe(true)
  expect(units()).toEqual([false, false])
})

test('where the new schedule cannot be written, the earlier one goes on', async () => {
  await schedule.set({ every: 30 })
  ran = []
  rmSync(join(folder, 'units'), { recursive: true })
  writeFileSync(join(folder, 'units'), '')
  await expect(schedule.set({ daily: '07:30' })).rejects.toMatchObject({ reason: 'storage-failed' })
  expect(ran).toEqual([])
  expect(await schedule.get()).toMatchObject({ schedule: { every: 30 } })
})
