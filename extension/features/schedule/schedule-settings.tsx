import { useSignal } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'
import type { Schedule, ScheduleState } from '../../../shared/protocol/schedule.ts'
import { createSerialQueue } from '../../browser/serial-queue.ts'
import { t } from '../../locales/locale.ts'
import { Field } from '../../ui/fields/field.tsx'
import { ErrorNotice, Notice } from '../../ui/notice.tsx'
import type { Page } from '../page/page.ts'

/** The selectable intervals, minutes. The command line allows others. */
const INTERVALS: readonly number[] = [30, 60, 240]
const USUAL_TIME = '07:30'
const SYSTEMS = { systemd: 'systemd', launchd: 'launchd', 'task-scheduler': 'Task Scheduler' } as const

type Choice = { schedule: Schedule | null }
const OFF: Choice = { schedule: null }

/** When the host syncs and checks without a browser. */
export function ScheduleSettings({ page }: { page: Page }) {
  const state = useSignal<ScheduleState | undefined>(undefined)
  /** The last choice, until the host has answered. The fields stay enabled: by keyboard one passes other choices. */
  const choice = useSignal<Choice | undefined>(undefined)
  const error = useSignal<unknown>(undefined)
  const [inTurn] = useState(createSerialQueue)
  const ask = async (question: () => Promise<ScheduleState>) => {
    error.value = undefined
    try {
      state.value = await question()
    } catch (problem) {
      error.value = problem
    }
  }
  useEffect(() => {
    void inTurn(() => ask(() => page.host.request('schedule.get', {})))
  }, [page, inTurn])
  const choose = (schedule: Schedule | null) => {
    const latest = { schedule }
    choice.value = latest
    void inTurn(async () => {
      if (choice.value !== latest) return
      await ask(() => page.host.request('schedule.set', { schedule }))
      if (choice.value === latest) choice.value = undefined
    })
  }

  const found = state.value
  const { schedule } = choice.value ?? found ?? OFF
  const chosen = schedule && 'every' in schedule ? schedule.every : undefined
  const intervals = chosen === undefined || INTERVALS.includes(chosen) ? INTERVALS : [...INTERVALS, chosen]
  return (
    <section>
      <h2>{t('schedule-title')}</h2>
      <p class="muted">{t('schedule-hint')}</p>
      <Field label={t('schedule-when')}>
        {attributes => (
          <select
            {...attributes}
            class="input"
            disabled={!found}
            value={choiceOf(schedule)}
            onChange={event => choose(scheduleOf(event.currentTarget.value))}
          >
            <option value="off">{t('schedule-off')}</option>
            {intervals.map(minutes => (
              <option key={minutes} value={String(minutes)}>
                {intervalText(minutes)}
              </option>
            ))}
            <option value="daily">{t('schedule-daily')}</option>
          </select>
        )}
      </Field>
      {schedule && 'daily' in schedule && (
        <Field label={t('schedule-time')}>
          {attributes => (
            <input
              {...attributes}
              class="input"
              type="time"
              required
              value={schedule.daily}
              onChange={event => {
                // Empty while the user has typed half a value.
                if (event.currentTarget.value) choose({ daily: event.currentTarget.value })
              }}
            />
          )}
        </Field>
      )}
      {found?.problem && (
        <Notice tone="wait">
          <span>{t('schedule-inactive', { system: SYSTEMS[found.system], problem: found.problem })}</span>
          {found.command && (
            <span>
              {t('schedule-command')} <code>{found.command}</code>
            </span>
          )}
        </Notice>
      )}
      {error.value !== undefined && <ErrorNotice error={error.value} />}
    </section>
  )
}

function choiceOf(schedule: Schedule | null): string {
  if (schedule === null) return 'off'
  return 'every' in schedule ? String(schedule.every) : 'daily'
}

function scheduleOf(value: string): Schedule | null {
  if (value === 'off') return null
  return value === 'daily' ? { daily: USUAL_TIME } : { every: Number(value) }
}

function intervalText(minutes: number): string {
  return minutes % 60 === 0 ? t('schedule-every-hours', { n: minutes / 60 }) : t('schedule-every', { n: minutes })
}
