import { t } from '../../../locales/locale.ts'
import type { Key } from '../../../locales/translate.ts'
import { Status, type Tone } from '../../../ui/status.tsx'

/** Only exceptions have a mark: a green tick in every row says nothing. */
export function StateCell({ word, tone }: { word: Key; tone: Tone }) {
  return tone === 'good' ? <span class="muted">{t(word)}</span> : <Status tone={tone}>{t(word)}</Status>
}
