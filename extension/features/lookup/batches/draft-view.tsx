import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { formatSpan } from '../../../locales/format.ts'
import { locale, t } from '../../../locales/locale.ts'
import { Button } from '../../../ui/button.tsx'
import { ChooseFiles } from '../../../ui/choose-files.tsx'
import { DetailHead } from '../../../ui/detail-head.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { ErrorNotice, Notice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { Lookups } from '../panel/lookups.ts'
import { Inspection } from './inspection.tsx'
import { costOf } from './list-draft.ts'
import { RegisterChoice } from './register-choice.tsx'
import './batches.css'

/** File types of a list. */
const ACCEPTED =
  '.csv,.txt,.tsv,.xlsx,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** A pasted, dropped or chosen list; it is read and shown before it is checked. */
export function DraftView({ lookups, now }: { lookups: Lookups; now: number }) {
  const { draft } = lookups
  const heading = useRef<HTMLHeadingElement>(null)
  const phase = draft.phase.value
  const empty = phase.is === 'empty'
  useEffect(() => {
    if (!empty) heading.current?.focus()
  }, [empty])
  const takeFiles = (files: File[]) => lookups.takeFiles(files)
  return (
    <article class="detail batch-draft" aria-label={t('batch-new')}>
      <DetailHead heading={heading} title={t('batch-new')} onBack={lookups.back} />
      {phase.is !== 'empty' && draft.skipped.value > 0 && (
        <Notice tone="wait">{t('batch-one-file', { n: draft.skipped.value })}</Notice>
      )}
      {phase.is === 'empty' && <Paste lookups={lookups} onFiles={takeFiles} />}
      {phase.is === 'reading' && (
        <p aria-live="polite">
          {t('batch-reading', { fileName: phase.fileName })} <Skeleton chars={12} />
        </p>
      )}
      {phase.is === 'too-large' && <Notice tone="bad">{t('batch-too-large', { fileName: phase.fileName })}</Notice>}
      {phase.is === 'unreadable' && <ErrorNotice error={phase.error} />}
      {phase.is === 'read' && (
        <>
          <Inspection
            draft={draft}
            inspection={phase.inspection}
            column={phase.nextColumn ?? phase.inspection.column}
          />
          <RegisterChoice draft={draft} now={now} />
          <Begin lookups={lookups} />
        </>
      )}
      {phase.is !== 'empty' && phase.is !== 'reading' && (
        <p class="draft-actions">
          <Button look="link" onClick={draft.clear}>
            {t('batch-other')}
          </Button>
        </p>
      )}
    </article>
  )
}

function Paste({ lookups, onFiles }: { lookups: Lookups; onFiles: (files: File[]) => void }) {
  const text = useSignal('')
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  const empty = text.value.trim() === ''
  const read = (list: string) => lookups.takeText(list, `${t('batch-pasted')}.txt`)

  /** Reads a pasted list at once, because Chromium takes minutes to show thousands of lines in a field. */
  const paste = (event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])]
    const list = event.clipboardData?.getData('text/plain') ?? ''
    if (files.length === 0 && (!empty || !list.trim().includes('\n'))) return
    event.preventDefault()
    if (files.length > 0) onFiles(files)
    else read(list)
  }
  return (
    <form
      class="batch-paste"
      onSubmit={event => {
        event.preventDefault()
        if (!empty) read(text.value)
      }}
    >
      <Field label={t('batch-paste')} hint={t('batch-paste-hint')}>
        {attributes => (
          <textarea
            {...attributes}
            ref={field}
            class="input numeric"
            rows={8}
            spellcheck={false}
            value={text.value}
            onPaste={paste}
            onInput={event => {
              text.value = event.currentTarget.value
            }}
          />
        )}
      </Field>
      <div class="choices">
        <Button type="submit" look="primary" disabled={empty}>
          {t('batch-read')}
        </Button>
        <ChooseFiles label={t('batch-choose')} accept={ACCEPTED} many={false} onFiles={onFiles} />
      </div>
    </form>
  )
}

/** The cost of the batch, and the button that begins it. */
function Begin({ lookups }: { lookups: Lookups }) {
  const { draft, batches } = lookups
  const phase = draft.phase.value
  if (phase.is !== 'read') return null
  const { companies } = phase.inspection
  const chosen = draft.registers.value
  const { requests, time } = costOf(phase.inspection, chosen)
  const begin = async () => {
    const begun = await draft.begin()
    if (!begun) return
    batches.take(begun.batch)
    if (begun.isReplaced) return
    draft.clear()
    lookups.show('batches')
    lookups.openBatch(begun.batch.id)
  }
  const nothing = companies === 0 ? t('batch-no-companies') : chosen.length === 0 ? t('batch-no-registers') : undefined
  const canBegin = nothing === undefined && phase.nextColumn === undefined && !draft.beginning.value
  return (
    <div class="batch-begin">
      <p class="muted numeric" aria-live="polite">
        {nothing ?? t('batch-cost', { n: requests, time: formatSpan(locale.value, time) })}
      </p>
      <Button look="primary" disabled={!canBegin} onClick={() => void begin()}>
        {t('batch-begin', { n: companies })}
      </Button>
      {draft.error.value !== undefined && <ErrorNotice error={draft.error.value} />}
    </div>
  )
}
