import { formatWhole } from '../locales/format.ts'
import { locale } from '../locales/locale.ts'

type Props = {
  label: string
  /** The number of rows that it leaves; undefined until known. */
  count?: number | undefined
  pressed: boolean
  onClick: () => void
}

/** One of a list's filters, with the number of rows that it leaves. */
export function FilterChip({ label, count, pressed, onClick }: Props) {
  return (
    <button type="button" class="filter" aria-pressed={pressed} onClick={onClick}>
      {label}
      {count !== undefined && <span class="chip-count numeric"> {formatWhole(locale.value, count)}</span>}
    </button>
  )
}
