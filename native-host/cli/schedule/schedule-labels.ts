import type { Locale } from '../../../shared/errors/codes.ts'
import type { ScheduleState } from '../../../shared/protocol/schedule.ts'
import { pluralForm } from '../../../shared/text/plural.ts'
import type { Step } from './run-due.ts'

type Labels = {
  none: string
  every: (minutes: number) => string
  daily: (time: string) => string
  inactive: (system: string, problem: string) => string
  start: (command: string) => string
  systems: Record<ScheduleState['system'], string>
  steps: Record<Step['step'], string>
  outcomes: Record<Step['outcome'], string>
}

const MINUTES = { one: 'minut', few: 'minute', other: 'de minute' }

export const SCHEDULE_LABELS: Record<Locale, Labels> = {
  ro: {
    none: 'Nimic programat. Programați: recipisa schedule --every 30m, sau --daily 07:30',
    every: minutes => `Programat: la fiecare ${minutes} ${pluralForm('ro', MINUTES, minutes)}, și fără browser.`,
    daily: time => `Programat: zilnic la ${time}, și fără browser.`,
    inactive: (system, problem) => `${system} nu a pornit programarea: ${problem}`,
    start: command => `Porniți-o cu: ${command}`,
    systems: { systemd: 'systemd', launchd: 'launchd', 'task-scheduler': 'Task Scheduler' },
    steps: { invoices: 'Facturi', mailbox: 'Mesaje SPV', filings: 'Încărcări, declarații și cereri' },
    outcomes: { done: 'la zi', skipped: 'neconectat', failed: 'nereușit' },
  },
  en: {
    none: 'Nothing is scheduled. Schedule it: recipisa schedule --every 30m, or --daily 07:30',
    every: minutes => `Scheduled: every ${minutes} minutes, also without a browser.`,
    daily: time => `Scheduled: daily at ${time}, also without a browser.`,
    inactive: (system, problem) => `${system} has not started the schedule: ${problem}`,
    start: command => `Start it with: ${command}`,
    systems: { systemd: 'systemd', launchd: 'launchd', 'task-scheduler': 'Task Scheduler' },
    steps: { invoices: 'Invoices', mailbox: 'SPV messages', filings: 'Uploads, declarations and requests' },
    outcomes: { done: 'up to date', skipped: 'not connected', failed: 'failed' },
  },
}
