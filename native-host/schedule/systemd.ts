import { join } from 'node:path'
import type { Schedule } from '../../shared/protocol/schedule.ts'
import type { CommandLine, SystemScheduler } from './system-scheduler.ts'

const SERVICE = 'recipisa.service'
const TIMER = 'recipisa.timer'
const user = (...args: string[]): CommandLine => ['systemctl', '--user', ...args]

/** A timer of the person's own systemd (systemd.timer(5)). `folder`: `~/.config/systemd/user`. */
export function systemdTimer(folder: string, command: CommandLine): SystemScheduler {
  return {
    name: 'systemd',
    files: schedule =>
      new Map(
        Object.entries({ [SERVICE]: service(command), [TIMER]: timer(schedule) }).map(([name, text]) => [
          join(folder, name),
          new TextEncoder().encode(text),
        ]),
      ),
    stop: [user('disable', '--now', TIMER)],
    start: [user('daemon-reload'), user('enable', TIMER), user('restart', TIMER)],
    query: user('is-active', '--quiet', TIMER),
  }
}

/**
 * The colon before the program turns off the replacement of variables: a path may hold a dollar sign. After the program
 * is removed with its package, the condition keeps each user's schedule from starting anything.
 */
function service(command: CommandLine): string {
  return `[Unit]
Description=Recipisa: sync and checks
ConditionPathExists=${command[0].replaceAll('%', '%%')}

[Service]
Type=oneshot
ExecStart=:${command.map(quoted).join(' ')}
Nice=10
`
}

/** A run that the computer slept through is made up for, with a minute's spread between an office's computers. */
function timer(schedule: Schedule): string {
  const when =
    'daily' in schedule
      ? `OnCalendar=*-*-* ${schedule.daily}:00\nPersistent=true`
      : `OnStartupSec=1min\nOnUnitActiveSec=${schedule.every}min`
  return `[Unit]
Description=Recipisa: when to sync and check

[Timer]
${when}
RandomizedDelaySec=1min

[Install]
WantedBy=timers.target
`
}

/**
 * One word of a command line in double quotes; there, backslash, quote and the specifier's percent sign are special.
 */
function quoted(word: string): string {
  return `"${word.replace(/["\\]/g, '\\$&').replaceAll('%', '%%')}"`
}
