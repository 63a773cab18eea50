import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  type Range,
  type VirtualItem,
  Virtualizer,
} from '@tanstack/virtual-core'
import { useEffect, useReducer, useRef } from 'preact/hooks'

export type VirtualRows = {
  rows: VirtualItem[]
  /**
   * The slot of a row among the drawn ones. A row that comes into view takes the slot of one that leaves it, so
   * that the latter's elements can be rewritten instead of recreated.
   */
  placeOf(index: number): number
  /** Height of all rows together, in pixels. */
  height: number
  scrollTo(index: number): void
  scrollToTop(): void
}

/** Rows drawn beyond those in view, above and below. */
const OVERSCAN = 8

/** The rows of a long list that are in view, each `rowHeight` pixels high, in the scrolling element `scroller`. */
export function useVirtualRows(
  count: number,
  rowHeight: number,
  scroller: { current: HTMLElement | null },
  /** Height of the part that stays over the rows in the scrolling element, pixels. */
  head = 0,
): VirtualRows {
  const [, redraw] = useReducer((n: number) => n + 1, 0)
  /** The most rows ever drawn at once, so always that many except in a short list. */
  const drawn = useRef(1)
  const rangeExtractor = ({ startIndex, endIndex }: Range): number[] => {
    drawn.current = Math.max(drawn.current, endIndex - startIndex + 1 + 2 * OVERSCAN)
    const first = Math.max(0, Math.min(startIndex - OVERSCAN, count - drawn.current))
    return Array.from({ length: Math.min(drawn.current, count) }, (_, at) => first + at)
  }
  const options = {
    count,
    estimateSize: () => rowHeight,
    getScrollElement: () => scroller.current,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    rangeExtractor,
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
    placeOf: index => index % drawn.current,
    height: virtualizer.getTotalSize(),
    scrollTo: index => virtualizer.scrollToIndex(index),
    scrollToTop: () => virtualizer.scrollToOffset(0),
  }
}
