import { t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DeclarationRow } from '../declarations/declaration-row.tsx'
import { InvoiceDetail } from '../invoices/invoice-detail.tsx'
import { numberOf } from '../invoices/labels.ts'
import { MailDetail } from '../mailbox/mail-detail.tsx'
import type { Page } from '../page/page.ts'
import { Correction } from '../uploads/correction.tsx'
import { Reply } from '../uploads/reply.tsx'
import { UploadRow } from '../uploads/upload-row.tsx'
import { firstView } from './address.ts'
import type { DeskState } from './desk-state.ts'

/** The details of the chosen row, beside the table; the same as in the panel. */
export function Detail({ desk, page, id }: { desk: DeskState; page: Page; id: string }) {
  const { table } = desk.view.value
  const close = () => desk.go({ open: undefined })
  switch (table) {
    case 'invoices':
      return (
        <InvoiceDetail
          key={id}
          id={id}
          page={page}
          reply={item => <Reply item={item} invoiceNumber={numberOf(item)} page={page} uploadList={desk.uploadList} />}
          correct={item => <Correction item={item} host={page.host} uploadDrafts={desk.uploadDrafts} />}
          onOpen={open => desk.go({ open })}
          onClose={close}
          onMarked={() => void desk.tables.invoices.pages.reload()}
        />
      )
    case 'messages':
      return <MailDetail key={id} id={id} page={page} onClose={close} />
    case 'declarations':
    case 'uploads':
      return <FilingDetail key={id} desk={desk} page={page} id={id} />
    case 'companies':
      return null
  }
}

/** One declaration or upload, with its actions. */
function FilingDetail({ desk, page, id }: { desk: DeskState; page: Page; id: string }) {
  const { table } = desk.view.value
  const { pages, spec } = desk.tables[table]
  const item = [...pages.items.value.values()].find(one => spec.idOf(one) === id)
  const show = (where: 'invoices' | 'messages', open: string) => desk.go({ ...firstView(where), open }, true)
  return (
    <article class="detail">
      <header class="detail-head">
        <Button look="icon" label={t('back')} onClick={() => desk.go({ open: undefined })}>
          <Icon name="back" />
        </Button>
      </header>
      <ul class="filing-list">
        {item === undefined ? (
          <li>{pages.total.value === undefined ? <Skeleton chars={32} /> : t('desk-none')}</li>
        ) : table === 'declarations' ? (
          <DeclarationRow
            declaration={item}
            page={page}
            list={desk.declarations.list}
            onOpenMessage={open => show('messages', open)}
          />
        ) : (
          <UploadRow
            upload={item}
            page={page}
            uploadList={desk.uploadList}
            onCorrect={(files, corrects) => {
              void desk.uploadDrafts.take(files, corrects)
              desk.uploadDrafts.open.value = true
            }}
            onOpen={open => show('invoices', open)}
          />
        )}
      </ul>
    </article>
  )
}
