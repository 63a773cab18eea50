import { useSignal, useSignalEffect } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { OfficeState } from '../../../shared/protocol/office.ts'
import { t } from '../../locales/locale.ts'
import { ErrorNotice, Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { Page } from '../page/page.ts'
import { AddSeat } from './add-seat.tsx'
import { EnterOffice } from './enter-office.tsx'
import { LeaveOffice } from './leave-office.tsx'
import { OfficePresent } from './office-present.tsx'
import { runsOffice } from './seats.tsx'
import './office.css'

/** This computer in an office of several seats, or the ways into one. */
export function OfficeSettings({ page }: { page: Page }) {
  const state = useSignal<OfficeState | null | undefined>(undefined)
  const error = useSignal<unknown>(undefined)
  /** Changes that this computer had not sent when it left the office. */
  const unsent = useSignal<number | undefined>(undefined)
  const isAsking = useRef(false)
  /** Any change made meanwhile is newer than an answer to an earlier question. */
  const generation = useRef(0)
  const show = (latest: OfficeState | null) => {
    generation.current++
    error.value = undefined
    state.value = latest
  }
  const look = async () => {
    if (isAsking.current) return
    isAsking.current = true
    const asked = generation.current
    try {
      const latest = await page.host.request('office.status', {})
      if (asked === generation.current) show(latest)
    } catch (problem) {
      error.value = problem
    } finally {
      isAsking.current = false
    }
  }
  // The page polls the host; pending changes and the list of seats change too.
  useSignalEffect(() => {
    if (page.overview.value) void look()
  })
  const enter = (latest: OfficeState) => {
    unsent.value = undefined
    show(latest)
    void page.changed()
  }
  const leave = (count: number) => {
    unsent.value = count
    show(null)
    void page.changed()
  }

  const found = state.value
  return (
    <section aria-labelledby="office-title">
      <h2 id="office-title">{t('office-title')}</h2>
      <p class="muted">{t('office-hint')}</p>
      {found === undefined && error.value === undefined && <Skeleton chars={40} />}
      {unsent.value !== undefined && (
        <Notice tone={unsent.value > 0 ? 'wait' : 'good'}>
          <span>{t('office-left')}</span>
          {unsent.value > 0 && <span>{t('office-left-unsent', { n: unsent.value })}</span>}
        </Notice>
      )}
      {found === null && <EnterOffice page={page} onEntered={enter} />}
      {found && <OfficePresent page={page} office={found} onChanged={show} />}
      {/* Always mounted: it holds a new seat's password, which nobody can ask for again. */}
      <AddSeat page={page} canAdd={found?.problem === null && runsOffice(found.seats)} onChanged={show} />
      {found && <LeaveOffice page={page} waiting={found.waiting} onLeft={leave} />}
      {error.value !== undefined && <ErrorNotice error={error.value} action={{ label: t('retry'), run: look }} />}
    </section>
  )
}
