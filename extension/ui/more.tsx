import type { ComponentChild } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

type Props = {
  label: string
  /** Draws the actions; `close` closes the menu, after an action whose outcome is shown elsewhere. */
  children: (close: () => void) => ComponentChild
}

/** Further actions behind "…". Escape, and a click or the focus elsewhere, close it. */
export function More({ label, children }: Props) {
  const box = useRef<HTMLDetailsElement>(null)
  const close = () => {
    if (box.current) box.current.open = false
  }
  useEffect(() => {
    const onElsewhere = ({ target }: Event) => {
      if (target instanceof Node && !box.current?.contains(target)) close()
    }
    const events = ['pointerdown', 'focusin'] as const
    for (const event of events) document.addEventListener(event, onElsewhere)
    return () => {
      for (const event of events) document.removeEventListener(event, onElsewhere)
    }
  }, [])
  return (
    <details
      ref={box}
      class="more"
      onKeyDown={event => {
        if (event.key !== 'Escape' || !box.current?.open) return
        event.stopPropagation() // Escape closes the menu only
        close()
        box.current.querySelector('summary')?.focus()
      }}
    >
      <summary class="button" title={label} aria-label={label}>
        …
      </summary>
      <div class="more-actions">{children(close)}</div>
    </details>
  )
}
