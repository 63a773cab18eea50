import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { useMedia } from '../../ui/media.ts'
import './rows.css'

/** Media query for list and detail side by side; rows.css has the same width. */
export const SIDE_BY_SIDE = '(min-width: 720px)'

type Props = {
  list: ComponentChildren
  /** The chosen items, stacked; the last one is in front. */
  details: readonly { key: string; content: ComponentChildren }[]
  /** Shown instead of the detail while nothing is chosen. */
  invitation: ComponentChildren
  /** Closes the detail in front. */
  onBack: () => void
}

/** A list and the chosen item's detail: beside the list, or over it in a narrow panel. Escape closes the detail. */
export function ListAndDetail({ list, details, invitation, onBack }: Props) {
  const wide = useMedia(SIDE_BY_SIDE)
  const open = details.length > 0
  const room = useRef<HTMLDivElement>(null)
  const depth = useRef(details.length)
  // Before the next paint: a key pressed after it must reach the focused element, not open a row of the list.
  useLayoutEffect(() => {
    const left = depth.current > details.length
    depth.current = details.length
    // Back to the list in front, or to the search when there is no list.
    const places = room.current?.querySelectorAll<HTMLElement>('[role=listbox], [type=search]') ?? []
    if (left) [...places].findLast(place => place.closest('[inert]') === null)?.focus()
  }, [details.length])
  const back = useRef(onBack)
  back.current = onBack
  useEffect(() => {
    // The focus is nowhere once the button that had it is gone.
    const onKey = ({ key, target }: KeyboardEvent) => {
      if (key === 'Escape' && target === document.body) back.current()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the detail wherever the focus is
    <div
      ref={room}
      class={`list-and-detail${open ? ' has-detail' : ''}`}
      onKeyDown={event => {
        if (event.key === 'Escape' && !isField(event.target)) onBack()
      }}
    >
      <div class="list-pane" inert={open && !wide}>
        {list}
      </div>
      <div class="detail-pane">
        {details.map(({ key, content }, index) => (
          // Lower details stay drawn, so that their lists keep their place.
          <div key={key} class="detail-layer" inert={index < details.length - 1}>
            {content}
          </div>
        ))}
        {!open && <div class="detail-none">{invitation}</div>}
      </div>
    </div>
  )
}

/** In a field, Escape belongs to the field. */
function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
  )
}
