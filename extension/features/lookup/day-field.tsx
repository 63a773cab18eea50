import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { t } from '../../locales/locale.ts'

type Props = {
  /** `yyyy-MM-dd`; undefined means today. */
  day: string | undefined
  today: string
  onDay: (day: string | undefined) => void
  /** Shown beside the field. */
  children?: ComponentChildren
}

/** Keys that change a part of the day; other keys, such as those that open the calendar, do not. */
const TYPING = /^(?:\d|ArrowUp|ArrowDown|Backspace|Delete)$/

/**
 * The day for which to query the registers. While the user types, the field holds a whole day after each key (of the year 2
 * before 2019), so a typed day counts on Enter or when the field is left. A day from the calendar counts at once.
 */
export function DayField({ day, today, onDay, children }: Props) {
  const draft = useSignal<string | undefined>(undefined)
  const isTyping = useRef(false)
  const take = (value: string) => {
    isTyping.current = false
    draft.value = undefined
    const next = value === '' || value === today ? undefined : value
    if (next !== day) onDay(next)
  }
  return (
    <div class="lookup-day">
      <label class="lookup-day">
        <span class="muted">{t('lookup-day')}</span>
        <input
          class="input numeric"
          type="date"
          value={draft.value ?? day ?? today}
          onKeyDown={({ key, altKey, currentTarget }) => {
            if (key === 'Enter') take(currentTarget.value)
            else if (TYPING.test(key) && !altKey) isTyping.current = true
          }}
          onChange={({ currentTarget: { value } }) => {
            if (isTyping.current) draft.value = value
            else take(value)
          }}
          onBlur={({ currentTarget: { value } }) => take(value)}
        />
      </label>
      {children}
    </div>
  )
}
