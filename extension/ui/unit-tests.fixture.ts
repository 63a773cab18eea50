import { vi } from 'vitest'

// Files of one worker share its document and the libraries, which take long to load; each has our modules for itself.
vi.resetModules()

/** Time limit for what a page is to show, ms: the usual one (vitest.config.ts). */
if (typeof document !== 'undefined') {
  document.body.replaceChildren()
  const { configure } = await import('@testing-library/preact')
  configure({ asyncUtilTimeout: 20_000 })
}
