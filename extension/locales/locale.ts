import { computed, effect, signal } from '@preact/signals'
import browser from 'webextension-polyfill'
import type { Locale } from '../../shared/errors/codes.ts'
import { watchStored } from '../browser/watch-stored.ts'
import { asChoice, type LanguageChoice, resolveLocale, STORAGE_KEY } from './language.ts'
import { addPhrases, type Catalogue, hasPhrases, type Key, translate, type Values } from './translate.ts'

/** Loads what a page says in one language. */
export type LoadPhrases = (locale: Locale) => Promise<Partial<Catalogue>>

export const languageChoice = signal<LanguageChoice>('auto')
const browserLanguage = signal('ro')
/** Counts the languages that were loaded. */
const loads = signal(0)

/** The user's choice, or the browser's language. */
const wanted = computed<Locale>(() => resolveLocale(languageChoice.value, browserLanguage.value))

/** The language of the page: the wanted one, and the one before until its phrases are here. */
export const locale = computed<Locale>(() => {
  loads.value
  return hasPhrases(wanted.value) ? wanted.value : wanted.value === 'ro' ? 'en' : 'ro'
})

/** The phrase in the page's language. Components that call it are redrawn when the language changes. */
export function t(key: Key, values?: Values): string {
  return translate(locale.value, key, values)
}

/**
 * Reads the choice, follows its changes, and sets the page's `lang`; resolves once the phrases of the language are here.
 * Call it once per page, before drawing.
 */
export async function loadLocale(load: LoadPhrases): Promise<void> {
  browserLanguage.value = browser.i18n.getUILanguage()
  const bring = async (language: Locale) => {
    addPhrases(language, await load(language))
    loads.value += 1
  }
  await Promise.all([
    watchStored('local', STORAGE_KEY, value => {
      languageChoice.value = asChoice(value)
    }),
    bring(wanted.value), // most people read the language of their browser
  ])
  if (!hasPhrases(wanted.value)) await bring(wanted.value)
  effect(() => {
    if (!hasPhrases(wanted.value)) bring(wanted.value).catch(error => console.error('recipisa:', error))
  })
  effect(() => {
    document.documentElement.lang = locale.value
  })
}

export async function chooseLanguage(choice: LanguageChoice): Promise<void> {
  languageChoice.value = choice
  await browser.storage.local.set({ [STORAGE_KEY]: choice })
}
