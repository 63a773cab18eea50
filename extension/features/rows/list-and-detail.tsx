import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { useMedia } from '../../ui/media.ts'
import './rows.css'

/** When list and detail stand side by side; the same width is in rows.css. */
export const SIDE_BY_SIDE = '(min-width: 720px)'

type Props = {
  list: ComponentChildren
  /** What was chosen; several things lie over each other, the last one in front. */
  details: readonly { key: string; content: ComponentChildren }[]
  /** What stands in the detail's place while nothing is chosen. */
  invitation: ComponentChildren
  /** Takes away what is in front. */
  onBack: () => void
}

/** A list and what was chosen in it: beside it, or over it where there is little room. Escape leads back. */
export function ListAndDetail({ list, details, invitation, onBack }: Props) {
  const wide = useMedia(SIDE_BY_SIDE)
  const open = details.length > 0
  const room = useRef<HTMLDivElement>(null)
  const depth = useRef(details.length)
  // At once, not after the next paint: by then somebody may be typing, and the key would open a row of the list.
  useLayoutEffect(() => {
    const left = depth.current > details.length
    depth.current = details.length
    // Back to the list that one came from, or to the search where there is none.
    const places = room.current?.querySelectorAll<HTMLElement>('[role=listbox], [type=search]') ?? []
    if (left) [...places].findLast(place => place.closest('[inert]') === null)?.focus()
  }, [details.length])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape leads back from wherever the focus is
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
          // What lies below stays drawn, so that its list keeps its place.
          <div key={key} class="detail-layer" inert={index < details.length - 1}>
            {content}
          </div>
        ))}
        {!open && <div class="detail-none">{invitation}</div>}
      </div>
    </div>
  )
}

/** Escape in a field is about the field. */
function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
  )
}
