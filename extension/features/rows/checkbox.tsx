import type { ComponentChildren } from 'preact'
import './filings.css'

type Props = {
  isChecked: boolean
  disabled?: boolean
  onChange: (isChecked: boolean) => void
  children: ComponentChildren
}

/** A line that a person ticks. */
export function Checkbox({ isChecked, disabled, onChange, children }: Props) {
  return (
    <label class="checkbox">
      <input
        type="checkbox"
        checked={isChecked}
        disabled={disabled}
        onChange={event => onChange(event.currentTarget.checked)}
      />
      <span>{children}</span>
    </label>
  )
}
