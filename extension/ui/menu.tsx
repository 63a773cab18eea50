import type { ComponentChildren } from 'preact'
import { useId, useRef } from 'preact/hooks'
import './menu.css'

type Props = {
  /** Accessible name of the button. */
  label: string
  /** The button's content. */
  words: ComponentChildren
  children: ComponentChildren
}

/** A button with a box below it, over everything else. Escape and a click elsewhere close it. */
export function Menu({ label, words, children }: Props) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const place = () => {
    const at = button.current?.getBoundingClientRect()
    if (!at || !box.current) return
    const isRight = at.left > innerWidth / 2
    Object.assign(box.current.style, {
      top: `${at.bottom + 4}px`,
      left: isRight ? 'auto' : `${at.left}px`,
      right: isRight ? `${Math.max(8, innerWidth - at.right)}px` : 'auto',
      maxHeight: `${innerHeight - at.bottom - 16}px`,
    })
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys and clicks of the box are not those of the row below it
    <span
      class="menu"
      onClick={event => event.stopPropagation()}
      onKeyDown={event => {
        if (event.key !== 'Escape') event.stopPropagation()
      }}
    >
      <button
        ref={button}
        type="button"
        class="button menu-button"
        aria-label={label}
        title={label}
        popovertarget={id}
        onClick={place}
      >
        {words}
      </button>
      <div ref={box} id={id} class="menu-box" popover="auto">
        {children}
      </div>
    </span>
  )
}
