import type { RefObject } from 'preact'
import { useLayoutEffect } from 'preact/hooks'

/**
 * Gives the focus on when an element goes away with it: the browser would leave it nowhere. `heirOf` finds the element that
 * gets it, on the page that is drawn without the first one, from those that were beside it and its place among them.
 */
export function useHeir(
  leaving: RefObject<Element | null>,
  heirOf: (beside: readonly Element[], at: number) => Element | null | undefined,
): void {
  useLayoutEffect(() => {
    const shown = leaving.current
    return () => {
      const room = shown?.parentElement
      if (!room || !shown?.contains(document.activeElement)) return
      const at = [...room.children].indexOf(shown)
      setTimeout(() => {
        const heir = heirOf(room.isConnected ? [...room.children] : [], at)
        if (document.activeElement === document.body && heir instanceof HTMLElement) heir.focus()
      })
    }
  }, [])
}
