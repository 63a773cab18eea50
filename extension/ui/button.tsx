import type { ComponentChildren } from 'preact'

type Props = {
  children: ComponentChildren
  onClick?: (() => void) | undefined
  /** One `primary` per view; `link` for secondary actions; `icon` needs a `label`. */
  look?: 'primary' | 'plain' | 'link' | 'danger' | 'icon'
  disabled?: boolean | undefined
  /** Accessible name of a button without text. */
  label?: string | undefined
  title?: string | undefined
  type?: 'button' | 'submit'
}

export function Button({ children, onClick, look = 'plain', disabled, label, title, type = 'button' }: Props) {
  return (
    <button
      type={type}
      class={look === 'plain' ? 'button' : `button ${look}`}
      onClick={onClick}
      disabled={disabled}
      aria-label={label}
      title={title ?? label}
    >
      {children}
    </button>
  )
}
