import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { ResultOf } from '../../../shared/protocol/methods.ts'
import { sheetOf } from '../../../shared/sheet/sheet.ts'
import { locale, t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useSaving } from '../documents/use-saving.tsx'
import type { Page } from '../page/page.ts'
import { SheetView } from '../sheet/sheet-view.tsx'
import { savePdf } from './save-pdf.ts'

type Found = ResultOf<'invoices.get'>
type Props = { page: Page; id: string; print: boolean }

/** One invoice in its own tab, in its A4 print layout (U-11). `print` opens the browser's print dialog once it is drawn. */
export function SheetPage({ page: { host }, id, print }: Props) {
  const found = useSignal<Found | undefined>(undefined)
  const error = useSignal<unknown>(undefined)
  const { busy, saveBy, outcome } = useSaving(host)
  useEffect(() => {
    host.request('invoices.get', { id }).then(
      answer => {
        found.value = answer
      },
      problem => {
        error.value = problem
      },
    )
  }, [host, id])
  const content = found.value?.document
  const title = content && sheetOf(content, locale.value).title
  useEffect(() => {
    if (!title) return
    document.title = title // the browser's suggested name for a PDF
    if (print) window.print()
  }, [title, print])

  if (error.value !== undefined) return <ErrorNotice error={error.value} />
  if (found.value && !content) return <p class="sheet-page">{t('no-document')}</p>
  return (
    <main class="sheet-page">
      <h1>{title ?? <Skeleton chars={20} />}</h1>
      {content && (
        <>
          <div class="sheet-page-actions">
            <Button look="primary" disabled={busy} onClick={() => saveBy(() => savePdf(host, id, locale.value))}>
              {t('pdf-save')}
            </Button>
            <Button onClick={() => window.print()}>{t('print')}</Button>
            {outcome}
          </div>
          <SheetView document={content} id={id} host={host} />
        </>
      )}
    </main>
  )
}
