import type { roSchedule } from '../ro/schedule.ts'
import type { SameKeys } from '../translate.ts'

/** English texts of the schedule in the settings. */
export const enSchedule: SameKeys<typeof roSchedule> = {
  'schedule-title': 'Scheduled sync',
  'schedule-hint':
    'The local program fetches invoices and messages and checks filings without a browser too, as long as the authorization and the SPV session are valid.',
  'schedule-when': 'When',
  'schedule-off': 'Never',
  'schedule-every': { one: 'Every minute', other: 'Every {n} minutes' },
  'schedule-every-hours': { one: 'Every hour', other: 'Every {n} hours' },
  'schedule-daily': 'Once a day',
  'schedule-time': 'Time (of this computer)',
  'schedule-inactive': 'The schedule is written, but {system} has not started it: {problem}',
  'schedule-command': 'Start it from a terminal:',
}
