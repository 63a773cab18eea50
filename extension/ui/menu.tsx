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

/** The room that a box needs, CSS pixels; with less below its button, it opens above it. */
const LEAST_ROOM = 240

/** A button with a box beside it, over everything else. Escape and a click elsewhere close it. */
export function Menu({ label, words, children }: Props) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const place = () => {
    const at = button.current?.getBoundingClientRect()
    if (!at || !box.current) return
    const isRight = at.left > innerWidth / 2
    const [above, below] = [at.top, innerHeight - at.bottom]
    const isAbove = below < LEAST_ROOM && above > below
    Object.assign(box.current.style, {
      top: isAbove ? 'auto' : `${at.bottom + 4}px`,
      bottom: isAbove ? `${innerHeight - at.top + 4}px` : 'auto',
      left: isRight ? 'auto' : `${at.left}px`,
      right: isRight ? `${Math.max(8, innerWidth - at.right)}px` : 'auto',
      maxHeight: `${(isAbove ? above : below) - 16}px`,
    })
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys and clicks of the box are not those of the row below it
    <span
      class="menu"
      onClick={event => event.stopPropagation()}
      onKeyDown={event => {
        // Escape closes an open box alone; the browser does that.
        if (event.key !== 'Escape' || box.current?.matches(':popover-open')) event.stopPropagation()
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
