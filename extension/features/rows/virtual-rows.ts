import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  type VirtualItem,
  Virtualizer,
} from '@tanstack/virtual-core'
import { useEffect, useReducer, useRef } from 'preact/hooks'

export type VirtualRows = {
  rows: VirtualItem[]
  /** Height of all rows together, in pixels. */
  height: number
  scrollTo(index: number): void
  scrollToTop(): void
}

/** The rows of a long list that are in view, each `rowHeight` pixels high, in the scrolling element `scroller`. */
export function useVirtualRows(
  count: number,
  rowHeight: number,
  scroller: { current: HTMLElement | null },
  /** Height of what stays over the rows in the scrolling element, pixels. */
  head = 0,
): VirtualRows {
  const [, redraw] = useReducer((n: number) => n + 1, 0)
  const options = {
    count,
    estimateSize: () => rowHeight,
    getScrollElement: () => scroller.current,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    overscan: 8,
    paddingStart: head,
    scrollPaddingStart: head,
    onChange: () => redraw(undefined),
  }
  const instance = useRef<Virtualizer<HTMLElement, HTMLElement>>(null)
  instance.current ??= new Virtualizer<HTMLElement, HTMLElement>(options)
  const virtualizer = instance.current
  virtualizer.setOptions(options)
  useEffect(() => virtualizer._didMount(), [virtualizer])
  useEffect(() => virtualizer._willUpdate())
  return {
    rows: virtualizer.getVirtualItems(),
    height: virtualizer.getTotalSize(),
    scrollTo: index => virtualizer.scrollToIndex(index),
    scrollToTop: () => virtualizer.scrollToOffset(0),
  }
}
