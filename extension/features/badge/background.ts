import browser from 'webextension-polyfill'
import { joinRuns } from '../../../shared/async/join-runs.ts'
import { onChanged } from '../../browser/messages.ts'
import type { HostClient } from '../../host/client.ts'
import { describeFailure } from '../../host/describe-failure.ts'
import { withHost } from '../../host/with-host.ts'
import { readLocale } from '../../locales/language.ts'
import { rememberOverview } from '../page/last-overview.ts'
import { AT_REST, type Badge, badgeOf, badgeOfFailure } from './badge.ts'

const ALARM = 'badge'
/** Blue for new items, red as soon as something is due today. */
const [NEW, URGENT] = ['#1a5fb4', '#b3261e']

type Look = (host: HostClient) => Promise<void>
type Report = (error: unknown) => void

/**
 * Keeps the count of new items on the toolbar button, and calls `alsoLook` at each poll of the host. Call it synchronously
 * when the background starts. Each poll takes a client of `connect` and closes it, so that the worker can sleep.
 */
export function registerBadge(connect: () => HostClient, alsoLook: Look, report: Report): void {
  const poll = joinRuns(() => update(connect, host => alsoLook(host).catch(report), report))
  const look = () => {
    poll().catch(report)
  }
  browser.alarms.onAlarm.addListener(({ name }) => {
    if (name === ALARM) look()
  })
  browser.runtime.onStartup.addListener(look)
  browser.runtime.onInstalled.addListener(look)
  onChanged(look)
  lookIfUnset(look).catch(report)
}

/** Firefox drops the alarm of an add-on that is disabled, and enabling it starts no event above. */
async function lookIfUnset(look: () => void): Promise<void> {
  if (!(await browser.alarms.get(ALARM))) look()
}

async function update(connect: () => HostClient, alsoLook: Look, report: Report): Promise<void> {
  // It repeats and is set before the host is asked: a poll that breaks is never the last one.
  await browser.alarms.create(ALARM, alarmIn(AT_REST))
  const badge = await ask(connect, alsoLook, report)
  await browser.action.setBadgeBackgroundColor({ color: badge.isUrgent ? URGENT : NEW })
  await browser.action.setBadgeText({ text: badge.text })
  await browser.action.setTitle({ title: badge.title ?? 'Recipisa' })
  await browser.alarms.create(ALARM, alarmIn(badge.nextLook))
}

const alarmIn = (minutes: number) => ({ delayInMinutes: minutes, periodInMinutes: AT_REST })

async function ask(connect: () => HostClient, alsoLook: Look, report: Report): Promise<Badge> {
  try {
    return await withHost(connect, async host => {
      const overview = await host.request('overview.get', {})
      await rememberOverview(overview)
      const badge = badgeOf(overview, await dueOf(host, report), Date.now())
      await alsoLook(host)
      return badge
    })
  } catch (error) {
    return badgeOfFailure(describeFailure(error, await readLocale()).what)
  }
}

/** The number of items due today; none if the host cannot tell: the panel shows why. */
async function dueOf(host: HostClient, report: Report): Promise<number> {
  try {
    return (await host.request('today.get', {})).due
  } catch (error) {
    report(error)
    return 0
  }
}
