import { computed, effect, signal } from '@preact/signals'
import browser from 'webextension-polyfill'
import type { Locale } from '../../shared/errors/codes.ts'
import { watchStored } from '../browser/watch-stored.ts'
import { type Key, translate, type Values } from './translate.ts'

/** The language chosen on the settings page; `auto` follows the browser. */
export type LanguageChoice = 'auto' | Locale
const STORAGE_KEY = 'language'

export const languageChoice = signal<LanguageChoice>('auto')
const browserLanguage = signal('ro')

/** The language of the page: the user's choice, or the browser's language. */
export const locale = computed<Locale>(() => resolveLocale(languageChoice.value, browserLanguage.value))

/** `ro` and its regions give Romanian (Moldova's `mo` too), every other browser language English. */
export function resolveLocale(choice: LanguageChoice, uiLanguage: string): Locale {
  if (choice !== 'auto') return choice
  return /^(ro|mo)\b/i.test(uiLanguage) ? 'ro' : 'en'
}

/** The phrase in the page's language. Components that call it are redrawn when the language changes. */
export function t(key: Key, values?: Values): string {
  return translate(locale.value, key, values)
}

/** The language by choice and browser, for the background, which has no page. */
export async function readLocale(): Promise<Locale> {
  const stored = await browser.storage.local.get(STORAGE_KEY)
  return resolveLocale(asChoice(stored[STORAGE_KEY]), browser.i18n.getUILanguage())
}

/** Reads the choice, follows its changes, and sets the page's `lang`. Call it once per page, before drawing. */
export async function loadLocale(): Promise<void> {
  browserLanguage.value = browser.i18n.getUILanguage()
  await watchStored('local', STORAGE_KEY, value => {
    languageChoice.value = asChoice(value)
  })
  effect(() => {
    document.documentElement.lang = locale.value
  })
}

export async function chooseLanguage(choice: LanguageChoice): Promise<void> {
  languageChoice.value = choice
  await browser.storage.local.set({ [STORAGE_KEY]: choice })
}

function asChoice(value: unknown): LanguageChoice {
  return value === 'ro' || value === 'en' ? value : 'auto'
}
