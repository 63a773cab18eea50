import browser from 'webextension-polyfill'
import { describeBody } from '../../host/describe-failure.ts'
import { locale, t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice, Notice } from '../../ui/notice.tsx'
import type { ExportPhase } from './export-run.ts'

type Props = {
  phase: Extract<ExportPhase, { is: 'done' }>
  onSave: () => void
  onClose: () => void
}

/** The exported and skipped invoices, with the saved file; a file that could not be saved is offered again. */
export function ExportOutcome({ phase: { result, saved, error }, onSave, onClose }: Props) {
  const { export: made, taken, unavailable, problems } = result
  return (
    <>
      <Notice tone={made ? 'good' : 'wait'}>
        <p>{made ? t('book-export-done', { n: made.invoices }) : t('book-export-nothing')}</p>
        {taken > 0 && <p>{t('book-export-taken', { n: taken })}</p>}
        {saved && (
          <p>
            {t('saved-as', { name: saved.fileName })}{' '}
            <Button look="link" onClick={() => void browser.downloads.show(saved.downloadId)}>
              {t('show-in-folder')}
            </Button>
          </p>
        )}
      </Notice>
      {error !== undefined && <ErrorNotice error={error} action={{ label: t('retry'), run: onSave }} />}
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
