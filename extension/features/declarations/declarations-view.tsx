import { useEffect } from 'preact/hooks'
import { t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ViewSwitch } from '../../ui/view-switch.tsx'
import { PortalConnection } from '../connection/portal-session.tsx'
import type { Page } from '../page/page.ts'
import { useCall } from '../page/use-call.ts'
import { CalendarView } from './calendar-view.tsx'
import type { DeclarationList } from './declaration-list.ts'
import { DeclarationRow } from './declaration-row.tsx'
import { type DeclarationsState, PANES } from './declarations.ts'
import { SubmissionView } from './submission-view.tsx'
import { TrackForm } from './track-form.tsx'
import './declarations.css'
import '../rows/filings.css'

type Props = {
  page: Page
  state: DeclarationsState
  /** CUI of the chosen company; undefined means all companies. */
  cui: string | undefined
  onOpenMessage?: ((id: string) => void) | undefined
}

/** Submits declarations, shows their states and the year's calendar. */
export function DeclarationsView({ page, state: { list, submission, pane }, cui, onOpenMessage }: Props) {
  const overview = page.overview.value
  useEffect(() => {
    void list.load(cui)
    // after each poll of the host: colleagues and other programs submit too
  }, [list, cui, overview])
  if (submission.open.value) return <SubmissionView page={page} submission={submission} list={list} />
  return (
    <div class="declarations">
      <header class="declarations-head">
        <Button
          look="primary"
          onClick={() => {
            submission.open.value = true
          }}
        >
          {t('declaration-submit-title')}
        </Button>
        <PortalConnection page={page} />
      </header>
      <ViewSwitch
        label={t('views')}
        views={PANES.map(id => ({ id, words: t(`declarations-${id}`) }))}
        selected={pane.value}
        onSelect={id => {
          pane.value = id
        }}
      />
      {pane.value === 'calendar' && <CalendarView page={page} cui={cui} />}
      {pane.value === 'track' && <TrackForm page={page} list={list} cui={cui} />}
      {pane.value !== 'calendar' && <Listed page={page} list={list} onOpenMessage={onOpenMessage} />}
    </div>
  )
}

function Listed({ page, list, onOpenMessage }: Pick<Props, 'page' | 'onOpenMessage'> & { list: DeclarationList }) {
  const items = list.items.value
  const { isBusy, run } = useCall()
  return (
    <section class="filings" aria-label={t('declarations-list')}>
      {list.error.value !== undefined && (
        <ErrorNotice error={list.error.value} action={{ label: t('retry'), run: () => void list.reload() }} />
      )}
      {!items && list.error.value === undefined && <Skeleton chars={32} />}
      {items?.length === 0 && <EmptyState title={t('declarations-none')} hint={t('declarations-none-hint')} />}
      <ul class="filing-list">
        {items?.map(declaration => (
          <DeclarationRow
            key={declaration.id}
            declaration={declaration}
            page={page}
            list={list}
            onOpenMessage={onOpenMessage}
          />
        ))}
      </ul>
      {items && items.length < list.total.value && (
        <Button disabled={isBusy} onClick={() => void run(list.more)}>
          {t('show-more')}
        </Button>
      )}
    </section>
  )
}
