import { vi } from 'vitest'

// Files of one worker share its document and the libraries, which take long to load; each has our modules for itself.
vi.resetModules()

// All phrases and sentences, as a page has them once it has loaded them.
const [{ takeSentencesFrom }, { SENTENCES }, { takeSchemasFrom }, { METHODS }] = await Promise.all([
  import('../host/describe-failure.ts'),
  import('../../shared/errors/sentences/sentences.ts'),
  import('../host/schemas.ts'),
  import('../../shared/protocol/methods.ts'),
  import('../locales/every-phrase.fixture.ts'),
])
takeSentencesFrom(() => SENTENCES)
takeSchemasFrom(method => METHODS[method])

/** How long to wait for what a page is to show, ms: as for anything else (vitest.config.ts). */
if (typeof document !== 'undefined') {
  document.body.replaceChildren()
  const { configure } = await import('@testing-library/preact')
  configure({ asyncUtilTimeout: 20_000 })
}
