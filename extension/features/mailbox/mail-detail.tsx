import { useEffect, useRef } from 'preact/hooks'
import type { ErrorBody } from '../../../shared/errors/error-body.ts'
import type { MailboxItem } from '../../../shared/protocol/mailbox.ts'
import { describeBody } from '../../host/describe-failure.ts'
import { locale, t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { DetailHead } from '../../ui/detail-head.tsx'
import { ErrorNotice, FailureNotice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { Page } from '../page/page.ts'
import { useCall } from '../page/use-call.ts'
import { useOpened } from '../page/use-opened.ts'
import { DocumentView } from './document-view.tsx'
import { mailTitle } from './labels.ts'
import { MailFacts } from './mail-facts.tsx'

type Props = { id: string; page: Page; onClose: () => void }

/** One message and its document. Opening it marks it as seen. */
export function MailDetail({ id, page, onClose }: Props) {
  const { host } = page
  const { found, error, load } = useOpened(page, {
    get: () => host.request('mailbox.get', { id }),
    isArchived: ({ item }) => item.state === 'archived',
    isSeen: ({ item }) => item.seen,
    markSeen: () => host.request('mailbox.markSeen', { id }),
  })
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])

  return (
    <article class="detail" aria-label={t('message')}>
      <DetailHead heading={heading} title={found ? mailTitle(found.item) : <Skeleton chars={20} />} onBack={onClose} />
      {error !== undefined && <ErrorNotice error={error} action={{ label: t('retry'), run: () => void load() }} />}
      {found && (
        <>
          <MailFacts item={found.item} />
          <Document item={found.item} missing={found.missing} page={page} onFetched={load} />
        </>
      )}
      {!found && error === undefined && (
        <div class="detail-pending">
          {[18, 32, 26, 40].map(chars => (
            <Skeleton key={chars} chars={chars} />
          ))}
        </div>
      )}
    </article>
  )
}

type DocumentProps = {
  item: MailboxItem
  /** Why the document is missing, if known. */
  missing: ErrorBody | null
  page: Page
  onFetched: () => Promise<void>
}

function Document(props: DocumentProps) {
  const { item, page } = props
  if (item.state === 'archived') return <DocumentView host={page.host} id={item.id} title={mailTitle(item)} />
  return <NotHere {...props} />
}

/** Why the document is missing, and a button that downloads it now. */
function NotHere({ item, missing, page, onFetched }: DocumentProps) {
  const { isBusy, error, run } = useCall()
  const download = () =>
    run(async () => {
      await page.host.request('mailbox.download', { id: item.id })
      await onFetched()
      await page.changed()
    })
  const known = missing && describeBody(missing, locale.value)
  return (
    <section class="mail-document" aria-label={t('mail-document')}>
      {known && known.reason !== 'document-missing' ? (
        <FailureNotice failure={known} />
      ) : (
        <p class="muted">{t('mail-not-here')}</p>
      )}
      <div>
        <Button look={item.state === 'refused' ? 'plain' : 'primary'} disabled={isBusy} onClick={() => void download()}>
          {t(isBusy ? 'mail-downloading' : 'mail-download')}
        </Button>
      </div>
      {error !== undefined && <ErrorNotice error={error} />}
    </section>
  )
}
