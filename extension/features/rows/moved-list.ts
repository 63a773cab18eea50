import { useEffect } from 'preact/hooks'

/** How long a pushed list ignores the mouse, ms: about as long as a hand needs to follow. */
const PAUSE = 300

/**
 * Marks the list `moved` for a moment when a notice that appears or goes above it pushes its rows. A click in that moment
 * is meant for the row that stood there before.
 */
export function useMovedList(list: { current: HTMLElement | null }): void {
  useEffect(() => {
    const { current } = list
    if (!current) return
    let height = current.clientHeight
    let timer: ReturnType<typeof setTimeout> | undefined
    // The panel has a fixed height: what the notices take, the list loses.
    const observer = new ResizeObserver(() => {
      if (current.clientHeight === height) return
      height = current.clientHeight
      current.classList.add('moved')
      clearTimeout(timer)
      timer = setTimeout(() => current.classList.remove('moved'), PAUSE)
    })
    observer.observe(current)
    return () => {
      observer.disconnect()
      clearTimeout(timer)
    }
  }, [list])
}
