import { join } from 'node:path'
import type { Schedule } from '../../shared/protocol/schedule.ts'
import { escapeXml } from '../../shared/xml/escape-xml.ts'
import type { CommandLine, SystemScheduler } from './system-scheduler.ts'

const LABEL = 'ro.recipisa.schedule'

/** An agent of the person's own launchd (launchd.plist(5)). `folder`: `~/Library/LaunchAgents`. */
export function launchdAgent(folder: string, command: CommandLine, userId: number): SystemScheduler {
  const file = join(folder, `${LABEL}.plist`)
  const domain = `gui/${userId}`
  return {
    name: 'launchd',
    files: schedule => new Map([[file, new TextEncoder().encode(plist(command, schedule))]]),
    stop: [['launchctl', 'bootout', `${domain}/${LABEL}`]],
    start: [['launchctl', 'bootstrap', domain, file]],
    query: ['launchctl', 'print', `${domain}/${LABEL}`],
  }
}

function plist(command: CommandLine, schedule: Schedule): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>${LABEL}</string>
  <key>ProgramArguments</key>
  <array>
${command.map(word => `    <string>${escapeXml(word)}</string>`).join('\n')}
  </array>
${when(schedule)}
  <key>ProcessType</key>
  <string>Background</string>
</dict>
</plist>
`
}

/** A run that the computer slept through happens when it wakes; an interval begins at the log-in. */
function when(schedule: Schedule): string {
  if ('every' in schedule)
    return `  <key>RunAtLoad</key>
  <true/>
  <key>StartInterval</key>
  <integer>${schedule.every * 60}</integer>`
  const [hour, minute] = schedule.daily.split(':').map(Number)
  return `  <key>StartCalendarInterval</key>
  <dict>
    <key>Hour</key>
    <integer>${hour}</integer>
    <key>Minute</key>
    <integer>${minute}</integer>
  </dict>`
}
