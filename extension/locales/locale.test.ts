// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import type { Locale } from '../../shared/errors/codes.ts'
import type { Catalogue } from './translate.ts'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
afterEach(() => fakeBrowser.reset())

const PHRASES: Record<Locale, Partial<Catalogue>> = { ro: { stop: 'Oprește' }, en: { stop: 'Stop' } }

/** A page that has loaded no phrases yet, in a Romanian browser. */
async function newPage() {
  vi.resetModules()
  const page = await import('./locale.ts')
  vi.spyOn(fakeBrowser.i18n, 'getUILanguage').mockReturnValue('ro')
  return page
}

test('U-07 a page loads the phrases of its language before it is drawn, and no others', async () => {
  const { loadLocale, t } = await newPage()
  const loaded: Locale[] = []
  await loadLocale(async language => {
    loaded.push(language)
    return PHRASES[language]
  })
  expect([t('stop'), document.documentElement.lang, loaded]).toEqual(['Oprește', 'ro', ['ro']])
})

test('U-07 another language is shown once its phrases are here, and the first one until then', async () => {
  const { loadLocale, chooseLanguage, locale, t } = await newPage()
  const english = Promise.withResolvers<Partial<Catalogue>>()
  await loadLocale(async language => (language === 'ro' ? PHRASES.ro : english.promise))
  await chooseLanguage('en')
  expect([t('stop'), locale.value]).toEqual(['Oprește', 'ro'])
  english.resolve(PHRASES.en)
  await expect.poll(() => [t('stop'), document.documentElement.lang]).toEqual(['Stop', 'en'])
})
