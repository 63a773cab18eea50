import type { Schedule } from '../../shared/protocol/schedule.ts'
import { escapeXml } from '../../shared/xml/escape-xml.ts'
import type { CommandLine, SystemScheduler } from './system-scheduler.ts'

/** Name of a person's task: all users of a computer share one list, and nobody may replace another user's task. */
export const taskOf = (user: string): string => `Recipisa ${user}`

/**
 * A task of Windows' Task Scheduler, which runs while this person is logged in and needs no administrator. `file`: the
 * definition to hand over, which must have UTF-16's byte order mark. `user`: the person's name in Windows.
 */
export function scheduledTask(file: string, command: CommandLine, user: string): SystemScheduler {
  const task = taskOf(user)
  return {
    name: 'task-scheduler',
    files: schedule => new Map([[file, Buffer.from(`\ufeff${definition(command, schedule)}`, 'utf16le')]]),
    stop: [['schtasks', '/Delete', '/TN', task, '/F']],
    start: [['schtasks', '/Create', '/TN', task, '/XML', file, '/F']],
    query: ['schtasks', '/Query', '/TN', task],
  }
}

/** `conhost --headless`: without it a console window would open at each run. */
function definition(command: CommandLine, schedule: Schedule): string {
  return `<?xml version="1.0" encoding="UTF-16"?>
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <RegistrationInfo>
    <Description>Recipisa: sync and checks</Description>
  </RegistrationInfo>
  <Triggers>
${trigger(schedule)}
  </Triggers>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <StartWhenAvailable>true</StartWhenAvailable>
    <RunOnlyIfNetworkAvailable>true</RunOnlyIfNetworkAvailable>
    <ExecutionTimeLimit>PT12H</ExecutionTimeLimit>
    <Priority>7</Priority>
  </Settings>
  <Actions>
    <Exec>
      <Command>%SystemRoot%\\System32\\conhost.exe</Command>
      <Arguments>--headless ${escapeXml(command.map(quoted).join(' '))}</Arguments>
    </Exec>
  </Actions>
</Task>
`
}

/** The first moment lies in the past, so both begin at once; a time of day counts in the computer's own zone. */
function trigger(schedule: Schedule): string {
  if ('daily' in schedule)
    return `    <CalendarTrigger>
      <StartBoundary>2026-01-01T${schedule.daily}:00</StartBoundary>
      <ScheduleByDay>
        <DaysInterval>1</DaysInterval>
      </ScheduleByDay>
    </CalendarTrigger>`
  return `    <TimeTrigger>
      <Repetition>
        <Interval>PT${schedule.every}M</Interval>
      </Repetition>
      <StartBoundary>2026-01-01T00:00:00</StartBoundary>
    </TimeTrigger>`
}

/** One word of a Windows command line. A path holds no quotes; a backslash before the closing one would escape it. */
function quoted(word: string): string {
  return `"${word.replace(/(?<!\\)\\+$/, '$&$&')}"`
}
