/** What must come on a drawn page is waited for as long as anything else (vitest.config.ts), on a busy machine too. */
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/preact')
  configure({ asyncUtilTimeout: 20_000 })
}

export {}
