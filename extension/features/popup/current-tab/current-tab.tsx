import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { lazy } from '../../../ui/lazy.tsx'
import { ErrorNotice } from '../../../ui/notice.tsx'
import type { Page } from '../../page/page.ts'
import { UntrackedCaptures } from '../../portal-capture/untracked-captures.tsx'
import type { TabPage } from './tab-page.ts'
import './current-tab.css'

const TabPart = lazy(async () => (await import('./tab-part.tsx')).TabPart)

/** The page of the window's current tab when the popup opened. */
export type TabLook = { page?: TabPage | undefined; error?: unknown }

/** Reads the current tab once: the popup closes before another tab comes to the front. */
export function useTabLook(): TabLook {
  const look = useSignal<TabLook>({})
  useEffect(() => {
    import('./read-tab-page.ts')
      .then(({ readTabPage }) => readTabPage())
      .then(
        page => {
          look.value = { page }
        },
        (error: unknown) => {
          look.value = { error }
        },
      )
  }, [look])
  return look.value
}

/** The part for the current tab's page of the authority (U-01), and declarations from the portal that are not tracked yet. */
export function CurrentTab({ page, look }: { page: Page; look: TabLook }) {
  return (
    <>
      <UntrackedCaptures />
      {look.error !== undefined && (
        <section class="popup-part">
          <ErrorNotice error={look.error} />
        </section>
      )}
      {look.page && <TabPart page={page} shown={look.page} />}
    </>
  )
}
