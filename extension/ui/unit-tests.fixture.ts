import { vi } from 'vitest'

// Files of one worker share its document and the libraries, which take long to load; each has our modules for itself.
vi.resetModules()

/** How long to wait for what a page is to show, ms: as for anything else (vitest.config.ts). */
if (typeof document !== 'undefined') {
  document.body.replaceChildren()
  const { configure } = await import('@testing-library/preact')
  configure({ asyncUtilTimeout: 20_000 })
}
