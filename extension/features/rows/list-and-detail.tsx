import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { useMedia } from '../../ui/media.ts'
import './rows.css'

/** When list and detail stand side by side; the same width is in rows.css. */
const SIDE_BY_SIDE = '(min-width: 720px)'

type Props = {
  /** Id of the list box: the focus comes back to it when the detail closes. */
  listId: string
  list: ComponentChildren
  /** The chosen thing; undefined when none is. */
  detail: ComponentChildren | undefined
  /** What stands in the detail's place while nothing is chosen. */
  invitation: string
  onClose: () => void
}

/** A list and the chosen one of its rows: beside it, or over it where there is little room. Escape leads back. */
export function ListAndDetail({ listId, list, detail, invitation, onClose }: Props) {
  const wide = useMedia(SIDE_BY_SIDE)
  const open = detail !== undefined
  const wasOpen = useRef(open)
  useEffect(() => {
    if (wasOpen.current && !open) document.getElementById(listId)?.focus()
    wasOpen.current = open
  }, [open, listId])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape leads back from wherever the focus is
    <div
      class={`list-and-detail${open ? ' has-detail' : ''}`}
      onKeyDown={event => {
        if (event.key === 'Escape' && !isField(event.target)) onClose()
      }}
    >
      <div class="list-pane" inert={open && !wide}>
        {list}
      </div>
      <div class="detail-pane">{detail ?? <p class="detail-none muted">{invitation}</p>}</div>
    </div>
  )
}

/** Escape in a field is about the field. */
function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
}
