import type { ComponentChildren } from 'preact'
import { t } from '../../locales/locale.ts'
import { DateField } from '../../ui/date/date-field.tsx'

type Props = {
  /** `yyyy-MM-dd`; undefined means today. */
  day: string | undefined
  today: string
  onDay: (day: string | undefined) => void
  /** Shown beside the field. */
  children?: ComponentChildren
}

/** The day for which to query the registers; today and an empty field mean no day. */
export function DayField({ day, today, onDay, children }: Props) {
  return (
    <div class="lookup-day">
      <DateField
        label={t('lookup-day')}
        day={day ?? today}
        onDay={chosen => {
          const next = chosen === today ? undefined : chosen
          if (next !== day) onDay(next)
        }}
      />
      {children}
    </div>
  )
}
