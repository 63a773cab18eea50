import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { ErrorBody } from '../../../shared/errors/error-body.ts'
import type { MailboxItem } from '../../../shared/protocol/mailbox.ts'
import { describeBody } from '../../host/describe-failure.ts'
import { locale, t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { ErrorNotice, FailureNotice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { Page } from '../page/page.ts'
import { useCall } from '../page/use-call.ts'
import { DocumentView } from './document-view.tsx'
import { mailTitle } from './labels.ts'
import { MailFacts } from './mail-facts.tsx'

type Props = { id: string; page: Page; onClose: () => void }

/** One message and its document. Opening it marks it as seen. */
export function MailDetail({ id, page, onClose }: Props) {
  const { host } = page
  const item = useSignal<MailboxItem | undefined>(undefined)
  const missing = useSignal<ErrorBody | null>(null)
  const error = useSignal<unknown>(undefined)
  const heading = useRef<HTMLHeadingElement>(null)

  const load = async (signal?: AbortSignal) => {
    error.value = undefined
    try {
      const found = await host.request('mailbox.get', { id })
      if (signal?.aborted) return
      item.value = found.item
      missing.value = found.missing
      if (found.item.seen) return
      await host.request('mailbox.markSeen', { id })
      await page.changed()
    } catch (problem) {
      if (!signal?.aborted) error.value = problem
    }
  }
  useEffect(() => {
    const gone = new AbortController()
    void load(gone.signal)
    heading.current?.focus({ preventScroll: true })
    return () => gone.abort()
    // Once: another message mounts another detail
  }, [])
  const overview = page.overview.value
  useEffect(() => {
    // A sync may bring the document while its message is open.
    if (!item.peek() || item.peek()?.state === 'archived') return
    const gone = new AbortController()
    void load(gone.signal)
    return () => gone.abort()
  }, [overview])

  return (
    <article class="detail" aria-label={t('message')}>
      <header class="detail-head">
        <Button look="icon" label={t('back')} onClick={onClose}>
          <Icon name="back" />
        </Button>
        <h2 ref={heading} tabIndex={-1}>
          {item.value ? mailTitle(item.value) : <Skeleton chars={20} />}
        </h2>
      </header>
      {error.value !== undefined && (
        <ErrorNotice error={error.value} action={{ label: t('retry'), run: () => void load() }} />
      )}
      {item.value && (
        <>
          <MailFacts item={item.value} />
          <Document item={item.value} missing={missing.value} page={page} onFetched={() => load()} />
        </>
      )}
      {!item.value && error.value === undefined && (
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
