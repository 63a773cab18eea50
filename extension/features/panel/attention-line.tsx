import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Overview } from '../../../shared/protocol/overview.ts'
import { t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { unsynced, unsyncedWords } from '../sync/unsynced.ts'
import { putAway, readPutAway } from './put-away.ts'

type Props = { overview: Overview; due: number; onShow: () => void }

/**
 * What needs the user, in one line that can be put away: what is to be done today, what is in doubt, what could not be
 * downloaded, and companies that were not synced or are without rights. It comes back when one of its numbers changes. The activity tab has the rest.
 */
export function AttentionLine({ overview, due, onShow }: Props) {
  const away = useSignal<string | undefined>(undefined)
  useEffect(() => {
    void readPutAway().then(found => {
      away.value = found
    })
  }, [away])
  const words = attentionWords(overview, due)
  const line = words.map(({ text }) => text).join(' · ')
  // Nothing before it is known what was put away: the line would flash.
  if (words.length === 0 || away.value === undefined || away.value === line) return null
  const hide = () => {
    away.value = line
    void putAway(line)
  }
  return (
    <div class={`notice attention-line tone-${words.some(({ isBad }) => isBad) ? 'bad' : 'wait'}`} role="status">
      <span class="sentence">{line}</span>
      <Button look="link" onClick={onShow}>
        {t('attention-show')}
      </Button>
      <Button look="icon" label={t('attention-hide')} onClick={hide}>
        <Icon name="close" />
      </Button>
    </div>
  )
}

type Word = { text: string; isBad: boolean }

/** The parts of the line, the most urgent first; only what is not zero. */
export function attentionWords(overview: Overview, due: number): Word[] {
  const { uploads, declarations, companies, job, mailbox } = overview
  const failed = (job?.result?.failed ?? 0) + (mailbox.job?.result?.failed ?? 0)
  const errors = unsynced(job, mailbox.job)
  const denied = companies.filter(({ rights }) => rights === 'denied').length
  const words: readonly (readonly [n: number, text: () => string, isBad: boolean])[] = [
    [due, () => t('attention-due', { n: due }), true],
    [uploads.unknown, () => t('uploads-unknown', { n: uploads.unknown }), false],
    [declarations.overdue, () => t('declarations-overdue', { n: declarations.overdue }), false],
    [failed, () => t('attention-failed', { n: failed }), false],
    [errors.length, () => unsyncedWords(errors), true],
    [denied, () => t('companies-denied', { n: denied }), false],
  ]
  return words.flatMap(([n, text, isBad]) => (n > 0 ? [{ text: text(), isBad }] : []))
}
