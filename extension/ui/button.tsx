import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'

type Props = {
  children: ComponentChildren
  onClick?: (() => void) | undefined
  /** One `primary` per view; `link` for secondary actions; `icon` needs a `label`. */
  look?: 'primary' | 'plain' | 'link' | 'danger' | 'icon'
  /** A button that has the focus keeps it, and does nothing. */
  disabled?: boolean | undefined
  /** Accessible name of a button without text. */
  label?: string | undefined
  title?: string | undefined
  type?: 'button' | 'submit'
}

export function Button({ children, onClick, look = 'plain', disabled, label, title, type = 'button' }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  // The browser takes the focus from a disabled button for good: Escape and Enter would then reach nothing.
  const isIdle = disabled && button.current !== null && button.current === document.activeElement
  return (
    <button
      ref={button}
      type={type}
      class={look === 'plain' ? 'button' : `button ${look}`}
      onClick={disabled ? event => event.preventDefault() : onClick}
      disabled={disabled && !isIdle}
      aria-disabled={isIdle || undefined}
      aria-label={label}
      title={title ?? label}
    >
      {children}
    </button>
  )
}
