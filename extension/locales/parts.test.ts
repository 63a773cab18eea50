import { expect, test } from 'vitest'
import { sourcesOf } from '../../test/support/entrypoint-sources.ts'
import { popupRo } from './popup-ro.ts'
import { roCard } from './ro/card.ts'
import { roCommon } from './ro/common.ts'
import { roNotices } from './ro/notices.ts'
import { ro } from './ro.ts'

/** The code of a script that says something. */
const codeOf = (entrypoints: readonly string[]): string =>
  entrypoints
    .flatMap(entrypoint => [...sourcesOf(entrypoint)])
    .filter(([path]) => path.includes('/extension/') && !/locales\/(ro|en|popup-)/.test(path))
    .map(([, text]) => text.replaceAll(/\/\*.*?\*\/|\/\/.*$/gms, ''))
    .join('\n')

/** The keys that it names: written out, or put together from a fixed beginning. */
function keysIn(code: string): string[] {
  const patterns = [...code.matchAll(/\bt(?:ranslate)?\((?:\w+, )?`([^`]+)`/g)].map(
    ([, text = '']) => new RegExp(`^${text.replaceAll(/\$\{[^}]+\}/g, '.+')}$`),
  )
  return Object.keys(ro).filter(key => code.includes(`'${key}'`) || patterns.some(pattern => pattern.test(key)))
}

/** Other words in the code of background and card: methods, states, names of icons. */
const WORDS = new Set(
  'authorization-ends close connected disconnected efactura language none portal receipt redirect-not-https redirect-not-localhost session-expired session-needed spv sync today unread uploads vat'.split(
    ' ',
  ),
)

test.each([
  ['popup', ['popup/main.tsx'], popupRo],
  ['card', ['lookup-card.ts'], { ...roCommon, ...roCard }],
  ['background', ['background.ts'], { ...roCommon, ...roNotices }],
])('the %s has the phrases that it says', (name, entrypoints, phrases) => {
  const code = codeOf(entrypoints)
  const said = keysIn(code).filter(key => name === 'popup' || !WORDS.has(key))
  expect(said.length).toBeGreaterThan(10)
  expect(said.filter(key => !(key in phrases))).toEqual([])
  // A key that is a value of something else cannot be read here: `t(profile.environment)`.
  expect(code.match(/\bt\(\w+(\.\w+)+[,)]/g) ?? []).toEqual([])
})
