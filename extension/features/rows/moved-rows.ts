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

/** The rows as they were drawn before. */
type Seen = Pick<Rows, 'begun' | 'total'> & {
  keys: ReadonlyMap<number, string>
  active: number
  activeKey: string | undefined
}

/**
 * Keeps the rows under the eye and the hand when the same list is loaded again and others came or went: a scrolled view
 * stays on its rows, and the active row on its item. For a moment the scroller is marked `moved` and no row takes a
 * click, which is meant for the row that stood there before; so, too, when a notice above pushes the rows. Returns the
 * index to which the active row followed its item, until the caller clears it.
 */
export function useMovedRows(rows: Rows): { current: number | undefined } {
  const { scroller, begun, total, drawn, keyAt, active, rowHeight } = rows
  const pause = usePause(scroller)
  const before = useRef<Seen>({ begun, total, keys: new Map(), active: 0, activeKey: undefined })
  const followed = useRef<number>(undefined)
  useLayoutEffect(() => {
    const was = before.current
    const keys = keysOf(drawn, keyAt)
    before.current = { begun, total, keys, active: active.value, activeKey: keyAt(active.value) }
    const { current } = scroller
    if (!current || was.begun !== begun) return
    const { scrollTop, clientHeight } = current
    const isInView = ([index]: [number, string]) =>
      (index + 1) * rowHeight > scrollTop && index * rowHeight < scrollTop + clientHeight
    const seen = [...was.keys].filter(isInView)
    if (seen.some(([index, key]) => (keyAt(index) ?? key) !== key)) {
      pause()
      const shifts = seen.map(([index, key]) => shiftOf(key, index, keyAt)).filter(shift => shift !== undefined)
      // Where no row is found again, most rows come and go at the top.
      if (scrollTop > 0) current.scrollTop += rowHeight * (medianOf(shifts) ?? (total ?? 0) - (was.total ?? 0))
    }
    const index = active.value
    // Nobody has chosen the first row of a list without the focus.
    const isChosen = index > 0 || current.contains(document.activeElement)
    if (!isChosen || was.active !== index || was.activeKey === undefined) return
    const shift = shiftOf(was.activeKey, index, keyAt) ?? 0
    if (shift === 0) return
    followed.current = index + shift
    active.value = index + shift
  })
  return followed
}

function keysOf(drawn: Rows['drawn'], keyAt: Rows['keyAt']): ReadonlyMap<number, string> {
  const keys = new Map<number, string>()
  for (const { index } of drawn) {
    const key = keyAt(index)
    if (key !== undefined) keys.set(index, key)
  }
  return keys
}

/** How many rows down an item has moved from `index`; undefined if it is not near. */
function shiftOf(key: string, index: number, keyAt: Rows['keyAt']): number | undefined {
  for (let by = 0; by <= REACH; by += 1) {
    if (keyAt(index + by) === key) return by
    if (keyAt(index - by) === key) return -by
  }
  return undefined
}

/** Of all shifts: a single row may have jumped elsewhere. */
function medianOf(shifts: readonly number[]): number | undefined {
  return shifts.toSorted((a, b) => a - b)[Math.floor(shifts.length / 2)]
}

/** Returns what begins the pause, which outlasts a press that met a row. */
function usePause(scroller: { current: HTMLElement | null }): () => void {
  const begin = useRef<() => void>(null)
  useLayoutEffect(() => {
    const { current } = scroller
    if (!current) return
    let isPressed = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const endLater = () => {
      clearTimeout(timer)
      timer = setTimeout(() => current.classList.remove('moved'), PAUSE)
    }
    begin.current = () => {
      current.classList.add('moved')
      clearTimeout(timer)
      if (!isPressed) endLater()
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
    const press = ({ button }: PointerEvent) => {
      // A press during the pause met no row: its release opens none.
      if (button === 0) isPressed = !current.classList.contains('moved')
    }
    const release = () => {
      if (!isPressed) return
      isPressed = false
      endLater()
    }
    const move = ({ buttons }: PointerEvent) => {
      if (buttons === 0) release()
    }
    current.addEventListener('pointerdown', press, { signal })
    // A release outside the window may not be heard; the next move tells of it.
    window.addEventListener('pointermove', move, { signal })
    for (const name of ['pointerup', 'pointercancel']) window.addEventListener(name, release, { signal })
    return () => {
      observer.disconnect()
      ending.abort()
      clearTimeout(timer)
    }
  }, [scroller])
  return () => begin.current?.()
}
