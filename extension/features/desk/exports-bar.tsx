import browser from 'webextension-polyfill'
import { describeBody } from '../../host/describe-failure.ts'
import { locale, t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { ErrorNotice, FailureNotice } from '../../ui/notice.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { isUnderWay, type ShownExport } from './desk-exports.ts'
import type { DeskState } from './desk-state.ts'

/** The running exports, and the ended ones that were not dismissed: one line each. */
export function ExportsBar({ desk }: { desk: DeskState }) {
  return (
    <>
      {desk.exports.items.value.map(item => (
        <ExportLine key={item.export.id} item={item} desk={desk} />
      ))}
    </>
  )
}

function ExportLine({ item, desk }: { item: ShownExport; desk: DeskState }) {
  const { exports } = desk
  const { id, done, total, error, skipped, skips } = item.export
  const [skip] = skips
  return (
    <div class="export-line" data-testid={`export-${id}`}>
      {isUnderWay(item.export) ? (
        <>
          <ProgressBar label={t('export-running', { done, total })} done={done} total={total} />
          <Button onClick={() => void exports.cancel(id)}>{t('stop')}</Button>
        </>
      ) : (
        <>
          <span class="export-words" role="status">
            {outcomeOf(item)}
            {item.saved && (
              <Button look="link" onClick={() => item.saved && void browser.downloads.show(item.saved.downloadId)}>
                {t('show-in-folder')}
              </Button>
            )}
            {item.export.state === 'done' && item.export.folder === null && !item.saved && !item.isSaving && (
              <Button look="link" onClick={() => void exports.save(id)}>
                {t('export-save')}
              </Button>
            )}
            {item.export.state !== 'done' && (
              <Button look="link" onClick={() => void exports.resume(id)}>
                {t('export-again')}
              </Button>
            )}
          </span>
          <Button look="icon" label={t('export-dismiss')} onClick={() => void exports.dismiss(id)}>
            <Icon name="close" />
          </Button>
        </>
      )}
      {skipped > 0 && (
        <p class="export-skips">
          {t('export-skipped', { n: skipped })} {skip && describeBody(skip.error, locale.value).what}
        </p>
      )}
      {error && <FailureNotice failure={describeBody(error, locale.value)} />}
      {item.error !== undefined && <ErrorNotice error={item.error} />}
    </div>
  )
}

function outcomeOf({
  export: { state, format, folder, fileName, done, skipped },
  saved,
  isSaving,
}: ShownExport): string {
  if (state === 'cancelled') return t('export-cancelled')
  if (state === 'failed') return t('export-failed')
  if (folder !== null && (format === 'csv' || format === 'xlsx'))
    return t('export-file-in-folder', { name: fileName, folder })
  if (folder !== null) return t('export-in-folder', { n: done - skipped, folder })
  if (saved) return t('saved-as', { name: saved.fileName })
  return isSaving ? t('saving') : t('export-ready', { name: fileName })
}
