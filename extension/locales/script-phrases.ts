import { enCard } from './en/card.ts'
import { enCommon } from './en/common.ts'
import { enNotices } from './en/notices.ts'
import { roCard } from './ro/card.ts'
import { roCommon } from './ro/common.ts'
import { roNotices } from './ro/notices.ts'
import { addPhrases } from './translate.ts'

/** For scripts that cannot load a part of themselves: both languages of the few phrases that each says. */
export function addBackgroundPhrases(): void {
  addPhrases('ro', { ...roCommon, ...roNotices })
  addPhrases('en', { ...enCommon, ...enNotices })
}

export function addCardPhrases(): void {
  addPhrases('ro', { ...roCommon, ...roCard })
  addPhrases('en', { ...enCommon, ...enCard })
}
