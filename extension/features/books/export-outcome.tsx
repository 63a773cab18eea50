import browser from 'webextension-polyfill'
import { describeBody } from '../../host/describe-failure.ts'
import { isCancelled } from '../../host/failure.ts'
import { locale, t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice, Notice } from '../../ui/notice.tsx'
import type { ExportPhase } from './export-run.ts'

type Props = {
  phase: Extract<ExportPhase, { is: 'saving' | 'done' }>
  onSave: () => void
  onClose: () => void
}

/** The exported and skipped invoices, with the saved file; a file that could not be saved is offered again. */
export function ExportOutcome({ phase, onSave, onClose }: Props) {
  const { export: made, taken, unavailable, problems } = phase.result
  const saved = phase.is === 'done' ? phase.saved : undefined
  const error = phase.is === 'done' ? phase.error : undefined
  return (
    <>
      <Notice tone={made ? 'good' : 'wait'}>
        <p>{made ? t('book-export-done', { n: made.invoices }) : t('book-export-nothing')}</p>
        {taken > 0 && <p>{t('book-export-taken', { n: taken })}</p>}
        {phase.is === 'saving' && <p>{t('saving')}</p>}
        {saved && (
          <p>
            {t('saved-as', { name: saved.fileName })}{' '}
            <Button look="link" onClick={() => void browser.downloads.show(saved.downloadId)}>
              {t('show-in-folder')}
            </Button>
          </p>
        )}
        {made && isCancelled(error) && (
          <p>
            {t('export-ready', { name: made.fileName })}{' '}
            <Button look="link" onClick={onSave}>
              {t('export-save')}
            </Button>
          </p>
        )}
      </Notice>
      {error !== undefined && !isCancelled(error) && (
        <ErrorNotice error={error} action={{ label: t('retry'), run: onSave }} />
      )}
      {unavailable > 0 && (
        <Notice tone="bad">
          <p>{t('book-export-unavailable', { n: unavailable })}</p>
          <ul class="book-export-problems">
            {problems.map(({ id, number, error: body }) => (
              <li key={id}>
                <span class="numeric">{number ?? id}</span>: {describeBody(body, locale.value).what}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <div class="choices">
        <Button onClick={onClose}>{t('book-export-close')}</Button>
      </div>
    </>
  )
}
