import { defineContentScript } from 'wxt/utils/define-content-script'
import { watchPortal } from '../features/portal-capture/watch-portal.ts'

export default defineContentScript({
  matches: [
    'https://*.anaf.ro/WAS6DUS/*',
    'https://*.anaf.mfinante.gov.ro/WAS6DUS/*',
    ...(import.meta.env.MODE === 'development' ? ['https://*.localhost/WAS6DUS/*'] : []),
  ],
  // Before a file can be chosen: a choice made while the page still loads counts too.
  runAt: 'document_start',
  main: watchPortal,
})
