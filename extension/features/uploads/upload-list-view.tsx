import { useSignal } from '@preact/signals'
import { t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { Page } from '../page/page.ts'
import type { UploadDrafts } from './upload-drafts.ts'
import type { UploadList } from './upload-list.ts'
import { UploadRow } from './upload-row.tsx'
import './uploads.css'

/** Uploads shown at first, and how many more with each click. */
const AT_FIRST = 10
const MORE = 50

type Props = {
  page: Page
  uploadDrafts: UploadDrafts
  uploadList: UploadList
  /** CUI of the chosen company; undefined means all companies. */
  cui: string | undefined
  /** Brings the view of the files to the front. */
  onUpload: () => void
  onOpen: (id: string) => void
}

/** All uploads, the latest first, each with its state and actions. */
export function UploadListView({ page, uploadDrafts, uploadList, cui, onUpload, onOpen }: Props) {
  const shown = useSignal(AT_FIRST)
  const items = uploadList.items.value?.filter(upload => cui === undefined || upload.cui === cui)
  const known = uploadList.items.value?.length ?? 0
  const showMore = () => {
    shown.value += MORE
    if (shown.value > known && uploadList.total.value > known) void uploadList.more()
  }
  return (
    <section class="filings" aria-label={t('uploads')}>
      <h2>{t('uploads')}</h2>
      {uploadList.error.value !== undefined && (
        <ErrorNotice error={uploadList.error.value} action={{ label: t('retry'), run: () => void uploadList.load() }} />
      )}
      {!items && uploadList.error.value === undefined && <Skeleton chars={32} />}
      {items?.length === 0 && <p class="muted">{t('uploads-none')}</p>}
      <ul class="filing-list">
        {items?.slice(0, shown.value).map(upload => (
          <UploadRow
            key={upload.id}
            upload={upload}
            page={page}
            uploadList={uploadList}
            onCorrect={(files, corrects) => {
              void uploadDrafts.take(files, corrects)
              onUpload()
            }}
            onOpen={onOpen}
          />
        ))}
      </ul>
      {((items?.length ?? 0) > shown.value || uploadList.total.value > known) && (
        <Button onClick={showMore}>{t('show-more')}</Button>
      )}
    </section>
  )
}
