/** Gives elements of a drawn page as much time to appear as any other poll (vitest.config.ts): machines can be busy. */
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/preact')
  configure({ asyncUtilTimeout: 20_000 })
}

export {}
