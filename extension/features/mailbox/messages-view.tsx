import { useCallback } from 'preact/hooks'
import { t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import type { Page } from '../page/page.ts'
import { ListAndDetail } from '../rows/list-and-detail.tsx'
import { ListBox } from '../rows/list-box.tsx'
import { SearchField } from '../rows/search-field.tsx'
import { SeenAllButton } from '../rows/seen-all-button.tsx'
import { MailDetail } from './mail-detail.tsx'
import { ClearMailFilters, MailFilters } from './mail-filters.tsx'
import { MailRow } from './mail-row.tsx'
import type { Mailbox } from './mailbox.ts'
import { isWholeMail } from './query.ts'

/** Search, filters, list and the chosen message. */
export function MessagesView({ page, mailbox }: { page: Page; mailbox: Mailbox }) {
  const { list, selected } = mailbox
  const query = list.query.value
  const whole = isWholeMail(query)
  const onSearch = useCallback((search: string) => void list.ask({ ...list.query.peek(), search }), [list])
  const chosen = selected.value === undefined ? [] : [selected.value]
  const close = () => {
    selected.value = undefined
  }
  return (
    <ListAndDetail
      invitation={<p class="muted">{t('mail-choose')}</p>}
      onBack={close}
      list={
        <>
          <div class="list-top">
            <SearchField label={t('search-mail')} search={query.search} onSearch={onSearch} />
            <DownloadNew page={page} cui={query.cui} />
          </div>
          <MailFilters list={list} seenAll={<SeenAll page={page} mailbox={mailbox} />} />
          {list.error.value !== undefined && (
            <div class="list-notice">
              <ErrorNotice error={list.error.value} action={{ label: t('retry'), run: () => void list.reload() }} />
            </div>
          )}
          {list.total.value === 0 && list.error.value === undefined ? (
            <EmptyState
              title={t(whole ? 'mail-empty' : 'mail-none-found')}
              hint={t(whole ? 'mail-empty-hint' : 'mail-none-found-hint')}
            >
              {!whole && <ClearMailFilters list={list} />}
            </EmptyState>
          ) : (
            <ListBox
              id="mail-list"
              label={t('mailbox-title')}
              total={list.total.value}
              isBeginning={list.isBeginning.value}
              itemAt={index => list.items.value.get(index)}
              keyOf={({ id }) => `mail-${id}`}
              isSelected={({ id }) => id === selected.value}
              isUnread={({ seen }) => !seen}
              onOpen={({ id }) => {
                selected.value = id
              }}
              onView={(from, to) => void list.need(from, to)}
              begun={list.begun.value}
            >
              {item => <MailRow item={item} withOwner={query.cui === undefined} />}
            </ListBox>
          )}
        </>
      }
      details={chosen.map(id => ({ key: id, content: <MailDetail id={id} page={page} onClose={close} /> }))}
    />
  )
}

/** Downloads new messages of the chosen company or of all; the primary action of this view. */
function DownloadNew({ page, cui }: { page: Page; cui: string | undefined }) {
  const isActive = page.overview.value?.sessions.some(({ service, state }) => service === 'spv' && state === 'active')
  if (!isActive) return null
  return (
    <Button
      look="primary"
      label={t('mail-sync')}
      disabled={page.mailSync.running.value}
      onClick={() => void page.mailSync.start(cui === undefined ? undefined : [cui])}
    >
      {t('mail-sync-short')}
    </Button>
  )
}

/** Marks all as seen; drawn only in the view of new messages, while there are any. */
function SeenAll({ page, mailbox: { list } }: { page: Page; mailbox: Mailbox }) {
  const { cui, unread } = list.query.value
  if (!unread || !list.types.value?.some(({ unread }) => unread > 0)) return null
  const mark = async () => {
    try {
      await page.host.request('mailbox.markSeen', cui === undefined ? {} : { cui })
      await page.changed()
    } catch (error) {
      console.warn('recipisa:', error) // marks and button stay
    }
  }
  return <SeenAllButton label={t('mail-seen-all')} onClick={() => void mark()} />
}
