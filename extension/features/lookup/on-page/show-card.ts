import browser from 'webextension-polyfill'
import { hasValidCheckDigit } from '../../../../shared/domain/cui.ts'
import type { Message } from '../../../browser/messages.ts'
import { CARD_OTHER, CARD_SENTENCES } from '../../../host/card-sentences.ts'
import { takeSentencesFrom } from '../../../host/describe-failure.ts'
import { readLocale, resolveLocale } from '../../../locales/language.ts'
import { languageChoice } from '../../../locales/locale.ts'
import { addCardPhrases } from '../../../locales/script-phrases.ts'
import { createCard } from '../card/card.ts'
import { askBackground } from './ask-background.ts'
import type { Click, Outcome } from './click.ts'
import { mountCard } from './mount-card.tsx'
import { type Reading, readClick } from './read-click.ts'

/** A frame smaller than this (CSS pixels) is too small for the card. */
const LEAST_ROOM = { width: 280, height: 240 }

/** Documents that scripts can add to. A PDF is none: its page is an empty shell. */
const PAGES = new Set(['text/html', 'application/xhtml+xml', 'text/plain', 'text/csv', 'application/json'])

declare global {
  /** Removes the card of an earlier click in this frame; each click runs this script again. */
  var recipisaCloseCard: (() => void) | undefined
}

/** Reads the clicked text and shows the card beside it; the answer is asked for afterwards. */
export function showCard(click: Click): Outcome {
  if (!PAGES.has(document.contentType)) return ended('no-page', click.cuis)
  const { found, anchor } = click.cuis.length > 0 ? given(click.cuis) : readClick(click, document)
  const cuis = found.map(({ cui }) => cui)
  if (cuis.length === 0) return ended('nothing', cuis)
  const isFrame = window !== window.top
  if (isFrame && (innerWidth < LEAST_ROOM.width || innerHeight < LEAST_ROOM.height)) return ended('no-room', cuis)

  addCardPhrases()
  takeSentencesFrom(() => CARD_SENTENCES, CARD_OTHER)
  followLanguage()
  const card = createCard(found, askBackground)
  // Before drawing, so that pending data shows as a skeleton and not as missing.
  const answered = card.load()
  globalThis.recipisaCloseCard?.()
  globalThis.recipisaCloseCard = mountCard(card, anchor, { onPanel: openPanel, onClose: card.close })
  void answered
  return ended('shown', cuis)
}

const ended = (outcome: Outcome['outcome'], cuis: string[]): Outcome => ({ outcome, cuis })

function given(cuis: readonly string[]): Reading {
  const found = cuis.map(cui => ({ cui, text: cui, start: 0, hasValidCheckDigit: hasValidCheckDigit(cui) }))
  return { found, anchor: undefined }
}

/** The browser's language is known at once, the user's own choice a moment later. */
function followLanguage(): void {
  languageChoice.value = resolveLocale('auto', browser.i18n.getUILanguage())
  void readLocale().then(chosen => {
    languageChoice.value = chosen
  })
}

function openPanel(cuis: string[]): void {
  void browser.runtime.sendMessage({ tell: 'show-companies', cuis } satisfies Message)
}
