import { useSignal } from '@preact/signals'
import { useEffect, useId, useRef } from 'preact/hooks'
import { romaniaDay } from '../../../shared/domain/romania-time.ts'
import { formatDay } from '../../locales/format.ts'
import { locale, t } from '../../locales/locale.ts'
import { Button } from '../button.tsx'
import { Icon } from '../icons.tsx'
import { DateSheet } from './date-sheet.tsx'
import { readDay } from './days.ts'
import './date-field.css'

type Props = {
  label: string
  /** `yyyy-MM-dd`; undefined for none. */
  day: string | undefined
  onDay: (day: string | undefined) => void
}

/**
 * A day to type or to pick. The browser's own date field uses the browser's language; this one uses the page's. A
 * typed day counts on Enter or when the field is left.
 */
export function DateField({ label, day, onDay }: Props) {
  const id = useId()
  const typed = useSignal<string | undefined>(undefined)
  const isOpen = useSignal(false)
  const box = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const today = romaniaDay(Date.now())
  const shown = typed.value ?? (day === undefined ? '' : formatDay(locale.value, day))
  const isWrong = typed.value !== undefined && typed.value.trim() !== '' && readDay(typed.value, today) === undefined

  const choose = (next: string | undefined) => {
    typed.value = undefined
    isOpen.value = false
    if (next !== day) onDay(next)
  }
  const takeTyped = () => {
    if (typed.value === undefined || isWrong) return
    choose(typed.value.trim() === '' ? undefined : readDay(typed.value, today))
  }
  useEffect(() => {
    if (!isOpen.value) return
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !box.current?.contains(target)) isOpen.value = false
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [isOpen.value, isOpen])

  return (
    <div class="date-field" ref={box}>
      <label class="muted" for={id}>
        {label}
      </label>
      <input
        ref={field}
        id={id}
        class="input numeric"
        type="text"
        inputMode="numeric"
        autocomplete="off"
        placeholder={t('day-form')}
        aria-invalid={isWrong}
        value={shown}
        // Typed text replaces the present day.
        onFocus={({ currentTarget }) => currentTarget.select()}
        onInput={({ currentTarget: { value } }) => {
          typed.value = value
        }}
        onKeyDown={({ key }) => {
          if (key === 'Enter') takeTyped()
        }}
        onBlur={takeTyped}
      />
      <Button
        look="icon"
        label={t('day-pick', { label })}
        onClick={() => {
          isOpen.value = !isOpen.value
        }}
      >
        <Icon name="calendar" />
      </Button>
      {isOpen.value && (
        <DateSheet
          label={label}
          day={day ?? today}
          onDay={choose}
          onClose={() => {
            isOpen.value = false
            field.current?.focus()
          }}
        />
      )}
    </div>
  )
}
