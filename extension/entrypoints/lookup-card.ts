import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import { takeClick } from '../features/lookup/on-page/hand-over.ts'
import { showCard } from '../features/lookup/on-page/show-card.ts'

/** Injected into the frame of a click in the context menu; returns the outcome to the background. */
export default defineUnlistedScript(async () => showCard(await takeClick()))
