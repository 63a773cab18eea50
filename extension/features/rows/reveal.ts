import type { Signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'

/** Scrolls to the row with the wanted id, and focuses it, as soon as it is drawn. */
export function useReveal(wanted: Signal<string | undefined>): void {
  const id = wanted.value
  useEffect(() => {
    if (id === undefined) return
    const show = (): boolean => {
      const row = document.getElementById(id)
      if (!row) return false
      wanted.value = undefined
      row.scrollIntoView({ block: 'center' })
      row.focus({ preventScroll: true })
      return true
    }
    if (show()) return
    // The rows come with an answer of the host.
    const watch = new MutationObserver(() => {
      if (show()) watch.disconnect()
    })
    watch.observe(document.body, { childList: true, subtree: true })
    return () => watch.disconnect()
  }, [id, wanted])
}
