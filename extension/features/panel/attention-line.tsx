import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Overview } from '../../../shared/protocol/overview.ts'
import { t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { useHeir } from '../../ui/use-heir.ts'
import { unsynced, unsyncedWords } from '../sync/unsynced.ts'
import { putAway, readPutAway } from './put-away.ts'

type Props = { overview: Overview; due: number; onShow: () => void }

/**
 * The items that need the user, in one line that can be dismissed: due today, in doubt, not
 * downloaded, and companies not synced or without rights. It returns when one of its numbers changes. The activity tab has the rest.
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
  // Nothing until the dismissed line is known: the line would flash.
  if (words.length === 0 || away.value === undefined || away.value === line) return null
  const hide = () => {
    away.value = line
    void putAway(line)
  }
  return <Line words={words} onShow={onShow} onHide={hide} />
}

type Word = { text: string; isBad: boolean }

/** Both of its buttons remove it; the focus then goes to the chosen tab. */
function Line({ words, onShow, onHide }: { words: readonly Word[]; onShow: () => void; onHide: () => void }) {
  const box = useRef<HTMLDivElement>(null)
  useHeir(box, () => document.querySelector('[role=tab][aria-selected=true]'))
  const tone = words.some(({ isBad }) => isBad) ? 'bad' : 'wait'
  return (
    <div ref={box} class={`notice attention-line tone-${tone}`} role="status">
      <span class="sentence">{words.map(({ text }) => text).join(' · ')}</span>
      <Button look="link" onClick={onShow}>
        {t('attention-show')}
      </Button>
      <Button look="icon" label={t('attention-hide')} onClick={onHide}>
        <Icon name="close" />
      </Button>
    </div>
  )
}

/** The parts of the line, the most urgent first; zero counts are left out. */
function attentionWords(overview: Overview, due: number): Word[] {
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
