import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import { readThisPage } from '../features/certificate-visit/read-this-page.ts'

/** Injected into a tab of the authority; returns what its page says to the background. */
export default defineUnlistedScript(readThisPage)
