import { useRef } from 'preact/hooks'
import { t } from '../../locales/locale.ts'
import { useHeir } from '../../ui/use-heir.ts'
import { InvoiceDetail } from '../invoices/invoice-detail.tsx'
import { numberOf } from '../invoices/labels.ts'
import { MailDetail } from '../mailbox/mail-detail.tsx'
import type { Page } from '../page/page.ts'
import { Correction } from '../uploads/correction.tsx'
import { Reply } from '../uploads/reply.tsx'
import type { DeskState } from './desk-state.ts'
import { DeclarationDetail, UploadDetail } from './filing-detail.tsx'

type Props = { desk: DeskState; page: Page; id: string }

/** The details of the chosen row, beside the table; the same as in the panel. The table gets the focus back. */
export function Detail(props: Props) {
  const box = useRef<HTMLElement>(null)
  useHeir(box, () => document.querySelector('.table > table'))
  return (
    <aside ref={box} class="desk-detail" aria-label={t('details')}>
      <Content {...props} />
    </aside>
  )
}

function Content({ desk, page, id }: Props) {
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
      return <DeclarationDetail key={id} desk={desk} page={page} id={id} />
    case 'uploads':
      return <UploadDetail key={id} desk={desk} page={page} id={id} />
    case 'companies':
      return null
  }
}
