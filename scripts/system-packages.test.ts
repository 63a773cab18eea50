import { expect, test } from 'vitest'
import { knownToApt } from './system-packages.mjs'

test('what apt does not have is left out, so that the others are installed', () => {
  const shown = 'Package: wine\nVersion: 8\nDepends: wine64\n\nPackage: zsh\nDescription: shell\n Package: fish\n'
  expect(knownToApt(['wine', 'firefox-esr', 'zsh', 'fish'], shown)).toEqual(['wine', 'zsh'])
})
