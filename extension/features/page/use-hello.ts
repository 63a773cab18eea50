import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Hello } from '../../../shared/protocol/envelope.ts'
import type { Page } from './page.ts'

/** The host's hello, after each poll; undefined while it does not answer, which the page shows elsewhere. */
export function useHello(page: Page): Hello | undefined {
  const hello = useSignal<Hello | undefined>(undefined)
  const overview = page.overview.value
  useEffect(() => {
    if (!overview) return
    page.host.hello().then(
      found => {
        hello.value = found
      },
      () => {
        hello.value = undefined
      },
    )
  }, [page, overview, hello])
  return hello.value
}
