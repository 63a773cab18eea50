import { expect, test } from 'vitest'
import { launchdAgent } from './launchd.ts'
import type { CommandLine, SystemScheduler } from './system-scheduler.ts'
import { systemdTimer } from './systemd.ts'
import { scheduledTask } from './task-scheduler.ts'

const COMMAND: CommandLine = [
  '/opt/n$ode 100%/node',
  '/opt/r "1"\\x/recipisa.js',
  '--data-dir',
  '/home/ana <&>',
  'schedule',
]

/** The files of a schedule as text. */
function texts(system: SystemScheduler, schedule: Parameters<SystemScheduler['files']>[0]): Record<string, string> {
  const encoding = system.name === 'task-scheduler' ? 'utf16le' : 'utf8'
  return Object.fromEntries(
    [...system.files(schedule)].map(([path, bytes]) => [path, Buffer.from(bytes).toString(encoding)]),
  )
}

test('systemd gets a service and a timer, whatever characters the paths have', () => {
  const system = systemdTimer('/units', COMMAND)
  expect(texts(system, { daily: '07:30' })).toEqual({
    '/units/recipisa.service': `[Unit]
Description=Recipisa: sync and checks
ConditionPathExists=/opt/n$ode 100%%/node

[Service]
Type=oneshot
ExecStart=:"/opt/n$ode 100%%/node" "/opt/r \\"1\\"\\\\x/recipisa.js" "--data-dir" "/home/ana <&>" "schedule"
Nice=10
`,
    '/units/recipisa.timer': `[Unit]
Description=Recipisa: when to sync and check

[Timer]
OnCalendar=*-*-* 07:30:00
Persistent=true
RandomizedDelaySec=1min

[Install]
WantedBy=timers.target
`,
  })
  expect(texts(system, { every: 30 })['/units/recipisa.timer']).toContain(
    '[Timer]\nOnStartupSec=1min\nOnUnitActiveSec=30min\nRandomizedDelaySec=1min\n',
  )
})

test('launchd gets an agent with the words of the command one by one', () => {
  const system = launchdAgent('/agents', COMMAND, 501)
  const file = '/agents/ro.recipisa.schedule.plist'
  expect(texts(system, { daily: '07:05' })).toEqual({
    [file]: `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>ro.recipisa.schedule</string>
  <key>ProgramArguments</key>
  <array>
    <string>/opt/n$ode 100%/node</string>
    <string>/opt/r &quot;1&quot;\\x/recipisa.js</string>
    <string>--data-dir</string>
    <string>/home/ana &lt;&amp;&gt;</string>
    <string>schedule</string>
  </array>
  <key>StartCalendarInterval</key>
  <dict>
    <key>Hour</key>
    <integer>7</integer>
    <key>Minute</key>
    <integer>5</integer>
  </dict>
  <key>ProcessType</key>
  <string>Background</string>
</dict>
</plist>
`,
  })
  expect(texts(system, { every: 30 })[file]).toContain('  <key>StartInterval</key>\n  <integer>1800</integer>\n')
  expect(system.start).toEqual([['launchctl', 'bootstrap', 'gui/501', file]])
})

test('Task Scheduler gets a task of this person, which opens no window', () => {
  const command: CommandLine = ['C:\\Program Files\\Recipisa\\node.exe', 'C:\\R & S\\recipisa.js', '--data-dir', 'D:\\']
  const system = scheduledTask('C:\\data\\schedule.xml', command, 'Ana Pop')
  const [text = ''] = Object.values(texts(system, { daily: '07:30' }))
  expect(text.startsWith('\ufeff<?xml version="1.0" encoding="UTF-16"?>\n')).toBe(true)
  // A run that takes longer than the interval is not started twice.
  expect(text).toContain('<MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>')
  expect(text).toContain('<Command>%SystemRoot%\\System32\\conhost.exe</Command>')
  expect(text).toContain(
    '<Arguments>--headless &quot;C:\\Program Files\\Recipisa\\node.exe&quot; &quot;C:\\R &amp; S\\recipisa.js&quot; &quot;--data-dir&quot; &quot;D:\\\\&quot;</Arguments>',
  )
  expect(text).toContain(`  <Triggers>
    <CalendarTrigger>
      <StartBoundary>2026-01-01T07:30:00</StartBoundary>
      <ScheduleByDay>
        <DaysInterval>1</DaysInterval>
      </ScheduleByDay>
    </CalendarTrigger>
  </Triggers>`)
  expect(Object.values(texts(system, { every: 90 }))[0]).toContain('<Interval>PT90M</Interval>')
  expect(system.start).toEqual([
    ['schtasks', '/Create', '/TN', 'Recipisa Ana Pop', '/XML', 'C:\\data\\schedule.xml', '/F'],
  ])
})
