import type { Signal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'

/** How long moved rows ignore the mouse, ms: about as long as a hand needs to follow. */
const PAUSE = 300
/** How far to look for a row that has moved, rows. */
const REACH = 100

type Rows = {
  scroller: { current: HTMLElement | null }
  /** Changes with the list. */
  begun: number
  /** Rows in the whole list; undefined while that is not known. */
  total: number | undefined
  /** The rows on the screen, and some around them. */
  drawn: readonly { index: number }[]
  /** Identifies the item of a row; undefined while it is not loaded. */
  keyAt: (index: number) => string | undefined
  active: Signal<number>
  /** Height of a row, pixels. */
  rowHeight: number
}

/**
 * Keeps the rows under the eye and the hand when the same list is loaded again and others came or went: a scrolled view
 * stays on its rows, and the active row on its item. For a moment the scroller is marked `moved` and no row takes a
 * click, which is meant for the row that stood there before; so, too, when a notice above pushes the rows.
 */
export function useMovedRows({ scroller, begun, total, drawn, keyAt, active, rowHeight }: Rows): void {
  const pause = usePause(scroller)
  const before = useRef({ begun, total, keys: new Map<number, string>() })
  useLayoutEffect(() => {
    const was = before.current
    const keys = new Map<number, string>()
    for (const { index } of drawn) {
      const key = keyAt(index)
      if (key !== undefined) keys.set(index, key)
    }
    before.current = { begun, total, keys }
    const { current } = scroller
    if (!current || was.begun !== begun) return
    const hasMoved = [...was.keys].some(([index, key]) => (keyAt(index) ?? key) !== key)
    if (!hasMoved) return
    pause()
    const shiftOf = (index: number): number => {
      const key = was.keys.get(index)
      if (key === undefined || keyAt(index) === key) return 0
      for (let by = 1; by <= REACH; by += 1) {
        if (keyAt(index + by) === key) return by
        if (keyAt(index - by) === key) return -by
      }
      // It is on a page that is not loaded: most rows come and go at the top.
      return (total ?? 0) - (was.total ?? 0)
    }
    const { scrollTop, clientHeight } = current
    const isInView = (index: number) =>
      (index + 1) * rowHeight > scrollTop && index * rowHeight < scrollTop + clientHeight
    // The median: a single row may have moved elsewhere.
    const shifts = [...was.keys.keys()]
      .filter(isInView)
      .map(shiftOf)
      .sort((a, b) => a - b)
    if (isInView(active.value)) active.value = Math.max(0, active.value + shiftOf(active.value))
    if (scrollTop > 0) current.scrollTop += (shifts[Math.floor(shifts.length / 2)] ?? 0) * rowHeight
  })
}

/** Returns what begins the pause; it lasts at least until the mouse button is released. */
function usePause(scroller: { current: HTMLElement | null }): () => void {
  const begin = useRef<() => void>(null)
  useLayoutEffect(() => {
    const { current } = scroller
    if (!current) return
    let isPressed = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const endLater = () => {
      clearTimeout(timer)
      if (!isPressed) timer = setTimeout(() => current.classList.remove('moved'), PAUSE)
    }
    begin.current = () => {
      current.classList.add('moved')
      endLater()
    }
    let height = current.clientHeight
    // The page has a fixed height: what the notices take, the rows lose.
    const observer = new ResizeObserver(() => {
      if (current.clientHeight === height) return
      height = current.clientHeight
      begin.current?.()
    })
    observer.observe(current)
    const ending = new AbortController()
    const { signal } = ending
    const press = () => {
      isPressed = true
    }
    const release = () => {
      isPressed = false
      endLater()
    }
    current.addEventListener('pointerdown', press, { signal })
    for (const name of ['pointerup', 'pointercancel']) window.addEventListener(name, release, { signal })
    return () => {
      observer.disconnect()
      ending.abort()
      clearTimeout(timer)
    }
  }, [scroller])
  return () => begin.current?.()
}
