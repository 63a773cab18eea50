import { computed, effect } from '@preact/signals'
import type { Page } from '../page/page.ts'

/** Interval for polling while something is expected to change by itself, in milliseconds. */
const LOOK_PERIOD = 3000

/**
 * Keeps the guide up to date without a click: it polls the host when the window gets the focus, and every few seconds
 * while the host is missing or a sync runs. A hidden guide does not poll.
 */
export function watchHost(page: Page): void {
  const expectsChange = computed(
    () => page.failure.value !== undefined || page.sync.running.value || page.mailSync.running.value,
  )
  addEventListener('focus', () => void page.refresh())
  effect(() => {
    if (!expectsChange.value) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void page.refresh()
    }, LOOK_PERIOD)
    return () => clearInterval(timer)
  })
}
