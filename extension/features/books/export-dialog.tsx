import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { BookFormat, DateStyle } from '../../../shared/domain/books.ts'
import type { InvoiceSelection } from '../../../shared/protocol/invoices/selection.ts'
import { t } from '../../locales/locale.ts'
import type { Key } from '../../locales/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { useHeir } from '../../ui/use-heir.ts'
import { ExportOutcome } from './export-outcome.tsx'
import { type ExportRun, isUnsent } from './export-run.ts'
import './books.css'

type Props = {
  run: ExportRun
  /** The invoices to export; the host skips non-invoices and earlier exports. Undefined while none is selected. */
  selection: InvoiceSelection | undefined
  /** Describes these invoices. */
  scope?: Key
}

/** Asks for a format, makes the export and saves its file (W-03). Escape closes it while nothing runs or is being saved. */
export function ExportDialog({ run, selection, scope = 'book-export-scope' }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const opener = useRef(document.activeElement)
  useHeir(box, () => opener.current)
  const format = useSignal<BookFormat>('xlsx')
  const dates = useSignal<DateStyle>('dd.mm.yyyy')
  const again = useSignal(false)
  useLayoutEffect(() => {
    // A click has opened it; an export that comes back with its list leaves the focus where it is.
    if (isUnsent(run.phase.peek())) box.current?.focus()
    return () => {
      if (isUnsent(run.phase.peek())) run.close()
    }
  }, [run])
  const phase = run.phase.value

  const begin = () => {
    if (!selection) return
    box.current?.focus() // the button goes away, and Escape would reach the page behind
    void run.begin({ selection, format: format.value, again: again.value, dates: dates.value })
  }
  return (
    <div
      ref={box}
      class="book-export"
      role="dialog"
      aria-label={t('book-export-title')}
      tabIndex={-1}
      onKeyDown={event => {
        if (event.key !== 'Escape') return
        event.stopPropagation() // Escape closes the dialog only
        if (phase.is !== 'saving') run.close()
      }}
    >
      <h2>{t('book-export-title')}</h2>
      {phase.is === 'asking' && (
        <form
          class="book-export-form"
          onSubmit={event => {
            event.preventDefault()
            begin()
          }}
        >
          <p class="muted">{t(scope)}</p>
          <Formats selected={format.value} onSelect={chosen => (format.value = chosen)} />
          {format.value === 'saga' && <Dates selected={dates.value} onSelect={chosen => (dates.value = chosen)} />}
          {(format.value === 'saga' || format.value === 'winmentor') && (
            <p class="muted">{t('book-export-untested')}</p>
          )}
          <label class="book-choice">
            <input
              type="checkbox"
              checked={again.value}
              onChange={event => {
                again.value = event.currentTarget.checked
              }}
            />
            {t('book-export-again')}
          </label>
          {phase.error !== undefined && <ErrorNotice error={phase.error} />}
          <div class="choices">
            <Button type="submit" look="primary" disabled={selection === undefined}>
              {t('book-export-begin')}
            </Button>
            <Button onClick={run.close}>{t('cancel')}</Button>
          </div>
        </form>
      )}
      {phase.is === 'running' && (
        <>
          <ProgressBar
            label={t('book-export-progress', { done: phase.done, total: phase.total })}
            done={phase.done}
            total={phase.total}
          />
          <div class="choices">
            <Button onClick={run.stop}>{t('stop')}</Button>
          </div>
        </>
      )}
      {(phase.is === 'saving' || phase.is === 'done') && (
        <ExportOutcome phase={phase} onSave={() => void run.save()} onClose={run.close} />
      )}
    </div>
  )
}

function Formats({ selected, onSelect }: { selected: BookFormat; onSelect: (format: BookFormat) => void }) {
  return (
    <fieldset class="book-export-formats">
      <legend>{t('book-export-format')}</legend>
      {BookFormat.options.map(format => (
        <label key={format} class="book-choice">
          <input type="radio" name="format" checked={format === selected} onChange={() => onSelect(format)} />
          <span>
            {t(`book-export-format-${format}`)} <span class="muted">{t(`book-export-format-${format}-hint`)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

function Dates({ selected, onSelect }: { selected: DateStyle; onSelect: (style: DateStyle) => void }) {
  const examples: Readonly<Record<DateStyle, string>> = { 'dd.mm.yyyy': '31.10.2026', 'yyyy-mm-dd': '2026-10-31' }
  return (
    <Field label={t('book-export-dates')}>
      {attributes => (
        <select
          {...attributes}
          class="input"
          value={selected}
          onChange={event => onSelect(event.currentTarget.value as DateStyle)}
        >
          {DateStyle.options.map(style => (
            <option key={style} value={style}>
              {examples[style]}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
