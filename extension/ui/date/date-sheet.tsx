import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { locale, t } from '../../locales/locale.ts'
import { Button } from '../button.tsx'
import { formatFullDay, monthSheet, shiftDay, shiftMonth } from './days.ts'

type Props = { label: string; day: string; onDay: (day: string) => void; onClose: () => void }

/** Least distance from the edges of the page, in pixels. */
const EDGE = 8

/** How far a key moves in the sheet. */
const MOVES: Readonly<Record<string, (day: string) => string>> = {
  ArrowLeft: day => shiftDay(day, -1),
  ArrowRight: day => shiftDay(day, 1),
  ArrowUp: day => shiftDay(day, -7),
  ArrowDown: day => shiftDay(day, 7),
  PageUp: day => shiftMonth(day, -1),
  PageDown: day => shiftMonth(day, 1),
}

/** A month to pick a day from. Arrow keys move by days and weeks, Page Up and Page Down by months, Escape closes. */
export function DateSheet({ label, day, onDay, onClose }: Props) {
  const active = useSignal(day)
  const sheet = useRef<HTMLDivElement>(null)
  const { name, weekdays, weeks } = monthSheet(active.value, locale.value)
  useLayoutEffect(() => {
    const box = sheet.current?.getBoundingClientRect()
    if (!sheet.current || !box) return
    // The field may be at an edge of a narrow or low page.
    const aside = Math.max(EDGE - box.left, Math.min(0, innerWidth - EDGE - box.right))
    const up = Math.max(EDGE - box.top, Math.min(0, innerHeight - EDGE - box.bottom))
    if (aside !== 0 || up !== 0) sheet.current.style.translate = `${aside}px ${up}px`
  }, [])
  // Before the next key: it goes to the focused element.
  useLayoutEffect(() => {
    sheet.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }, [active.value])
  return (
    <div
      ref={sheet}
      class="date-sheet"
      role="dialog"
      aria-label={label}
      onKeyDown={event => {
        if (event.key === 'Escape') {
          event.stopPropagation() // Escape closes the sheet only
          onClose()
        }
        const move = MOVES[event.key]
        if (!move) return
        event.preventDefault()
        active.value = move(active.value)
      }}
    >
      <div class="date-sheet-head">
        <Button
          look="icon"
          label={t('month-before')}
          onClick={() => {
            active.value = shiftMonth(active.value, -1)
          }}
        >
          ‹
        </Button>
        <span aria-live="polite">{name}</span>
        <Button
          look="icon"
          label={t('month-after')}
          onClick={() => {
            active.value = shiftMonth(active.value, 1)
          }}
        >
          ›
        </Button>
      </div>
      <div class="date-sheet-days numeric">
        {weekdays.map(weekday => (
          <span key={weekday} class="muted" aria-hidden="true">
            {weekday}
          </span>
        ))}
        {weeks.flat().map(each => (
          <button
            key={each}
            type="button"
            class={each.slice(0, 7) === active.value.slice(0, 7) ? 'date-sheet-day' : 'date-sheet-day muted'}
            aria-label={formatFullDay(locale.value, each)}
            aria-pressed={each === day}
            tabIndex={each === active.value ? 0 : -1}
            onClick={() => onDay(each)}
          >
            {Number(each.slice(8))}
          </button>
        ))}
      </div>
    </div>
  )
}
