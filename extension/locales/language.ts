import browser from 'webextension-polyfill'
import type { Locale } from '../../shared/errors/codes.ts'

/** The language chosen on the settings page; `auto` follows the browser. */
export type LanguageChoice = 'auto' | Locale
export const STORAGE_KEY = 'language'

/** `ro` and its regions give Romanian (Moldova's `mo` too), every other browser language English. */
export function resolveLocale(choice: LanguageChoice, uiLanguage: string): Locale {
  if (choice !== 'auto') return choice
  return /^(ro|mo)\b/i.test(uiLanguage) ? 'ro' : 'en'
}

/** The language by choice and browser, for scripts that have no page. */
export async function readLocale(): Promise<Locale> {
  const stored = await browser.storage.local.get(STORAGE_KEY)
  return resolveLocale(asChoice(stored[STORAGE_KEY]), browser.i18n.getUILanguage())
}

export function asChoice(value: unknown): LanguageChoice {
  return value === 'ro' || value === 'en' ? value : 'auto'
}
