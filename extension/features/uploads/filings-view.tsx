import { useSignal } from '@preact/signals'
import { t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { Page } from '../page/page.ts'
import { FilingRow } from './filing-row.tsx'
import type { Filings } from './filings.ts'
import type { Uploads } from './uploads.ts'
import './uploads.css'

/** Filings shown at first, and how many more with each click. */
const AT_FIRST = 10
const MORE = 50

type Props = {
  page: Page
  uploads: Uploads
  filings: Filings
  /** Company that is looked at; all of them when undefined. */
  cui: string | undefined
  /** Brings the view of the files to the front. */
  onUpload: () => void
  onOpen: (id: string) => void
}

/** All filings, the latest first, each with its state and what can be done about it. */
export function FilingsView({ page, uploads, filings, cui, onUpload, onOpen }: Props) {
  const shown = useSignal(AT_FIRST)
  const items = filings.items.value?.filter(attempt => cui === undefined || attempt.cui === cui)
  const known = filings.items.value?.length ?? 0
  const showMore = () => {
    shown.value += MORE
    if (shown.value > known && filings.total.value > known) void filings.more()
  }
  return (
    <section class="filings" aria-label={t('filings')}>
      <h2>{t('filings')}</h2>
      {filings.error.value !== undefined && (
        <ErrorNotice error={filings.error.value} action={{ label: t('retry'), run: () => void filings.load() }} />
      )}
      {!items && filings.error.value === undefined && <Skeleton chars={32} />}
      {items?.length === 0 && <p class="muted">{t('filings-none')}</p>}
      <ul class="filing-list">
        {items?.slice(0, shown.value).map(attempt => (
          <FilingRow
            key={attempt.id}
            attempt={attempt}
            page={page}
            filings={filings}
            onCorrect={(files, corrects) => {
              void uploads.take(files, corrects)
              onUpload()
            }}
            onOpen={onOpen}
          />
        ))}
      </ul>
      {((items?.length ?? 0) > shown.value || filings.total.value > known) && (
        <Button onClick={showMore}>{t('filings-more')}</Button>
      )}
    </section>
  )
}
