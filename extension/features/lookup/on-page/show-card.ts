import browser from 'webextension-polyfill'
import { hasValidCheckDigit } from '../../../../shared/domain/cui.ts'
import type { Message } from '../../../browser/messages.ts'
import { languageChoice, readLocale, resolveLocale } from '../../../locales/locale.ts'
import { createCard } from '../card/card.ts'
import { askBackground } from './ask-background.ts'
import type { Click, Outcome } from './click.ts'
import { mountCard } from './mount-card.tsx'
import { type Reading, readClick } from './read-click.ts'

/** A frame smaller than this (CSS pixels) has no room for the card. */
const LEAST_ROOM = { width: 280, height: 240 }

/** What the browser shows as a document of HTML that scripts may add to; not so a PDF, whose page is an empty shell. */
const PAGES = new Set(['text/html', 'application/xhtml+xml', 'text/plain', 'text/csv', 'application/json'])

declare global {
  /** Takes the card away that an earlier click has left in this frame; each click runs this script anew. */
  var recipisaCloseCard: (() => void) | undefined
}

/** Reads what was clicked and shows the card beside it, at first without any answer: that is asked for afterwards. */
export function showCard(click: Click): Outcome {
  if (!PAGES.has(document.contentType)) return ended('no-page', click.cuis)
  const { found, anchor } = click.cuis.length > 0 ? given(click.cuis) : readClick(click, document)
  const cuis = found.map(({ cui }) => cui)
  if (cuis.length === 0) return ended('nothing', cuis)
  const isFrame = window !== window.top
  if (isFrame && (innerWidth < LEAST_ROOM.width || innerHeight < LEAST_ROOM.height)) return ended('no-room', cuis)

  followLanguage()
  const card = createCard(found, askBackground)
  // Before it is drawn: what is on its way shows as a skeleton, not as missing.
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

/** The browser's language is known at once; what the user has chosen instead, a moment later. */
function followLanguage(): void {
  languageChoice.value = resolveLocale('auto', browser.i18n.getUILanguage())
  void readLocale().then(chosen => {
    languageChoice.value = chosen
  })
}

function openPanel(cuis: string[]): void {
  void browser.runtime.sendMessage({ tell: 'show-companies', cuis } satisfies Message)
}
