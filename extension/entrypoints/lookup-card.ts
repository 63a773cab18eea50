import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import type { Click } from '../features/lookup/on-page/click.ts'
import { showCard } from '../features/lookup/on-page/show.ts'

declare global {
  /** Left by the background for this script; the page's own scripts live in another world and do not see it. */
  var recipisaClick: Click | undefined
}

/** Injected into the frame of a click in the context menu; its value tells the background how it went. */
export default defineUnlistedScript(() => (globalThis.recipisaClick ? showCard(globalThis.recipisaClick) : undefined))
