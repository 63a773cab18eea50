import { useSignal } from '@preact/signals'
import type { OfficeState, SeatState } from '../../../shared/protocol/office.ts'
import { formatAgo } from '../../locales/format.ts'
import { locale, t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { Badge } from '../../ui/status.tsx'
import type { Page } from '../page/page.ts'
import { useCall } from '../page/use-call.ts'
import { AddSeat } from './add-seat.tsx'

type Props = { page: Page; seats: readonly SeatState[]; onChanged: (office: OfficeState | null) => void }

/** The seats of the office with their rights; an administrator adds and ends seats. */
export function Seats({ page, seats, onChanged }: Props) {
  /** The seat that is about to be ended. */
  const ending = useSignal<string | undefined>(undefined)
  const { isBusy, error, run } = useCall()
  const runsIt = seats.some(({ isMe, role }) => isMe && role === 'office')
  const end = (name: string) =>
    run(async () => {
      ending.value = undefined
      onChanged(await page.host.request('office.endSeat', { name }))
    })
  return (
    <div class="office-seats" aria-busy={isBusy}>
      <h3 id="office-seats">{t('office-seats')}</h3>
      <ul class="office-list" aria-labelledby="office-seats">
        {seats.map(seat => (
          <li key={seat.name}>
            <span class="office-seat">
              <strong>{seat.name}</strong> {seat.isMe && <Badge tone="new">{t('office-seat-me')}</Badge>}
              <span>{t(`office-role-${seat.role}`)}</span>
            </span>
            <span class="muted">
              {seat.companies.length > 0 && `${namesOf(page, seat.companies)} · `}
              {presenceOf(seat, page.now.value)}
            </span>
            {runsIt && !seat.isMe && seat.leftAt === null && ending.value !== seat.name && (
              <Button
                look="link"
                label={t('office-seat-end-name', { name: seat.name })}
                disabled={isBusy}
                onClick={() => {
                  ending.value = seat.name
                }}
              >
                {t('office-seat-end')}
              </Button>
            )}
            {ending.value === seat.name && (
              <Confirm
                label={t('office-seat-end')}
                question={t('office-seat-end-ask', { name: seat.name })}
                yes={t('office-seat-end')}
                onYes={() => void end(seat.name)}
                onNo={() => {
                  ending.value = undefined
                }}
              />
            )}
          </li>
        ))}
      </ul>
      {error !== undefined && <ErrorNotice error={error} />}
      {runsIt && <AddSeat page={page} onChanged={onChanged} />}
    </div>
  )
}

function namesOf(page: Page, cuis: readonly string[]): string {
  const known = page.overview.value?.companies ?? []
  return cuis.map(cui => known.find(one => one.cui === cui)?.name ?? t('company-no-name', { cui })).join(', ')
}

function presenceOf({ seenAt, leftAt }: SeatState, now: number): string {
  const ago = (moment: number) => formatAgo(locale.value, moment, now)
  if (leftAt !== null) return t('office-seat-left', { when: ago(leftAt) })
  return seenAt === null ? t('office-seat-never') : t('office-seat-seen', { when: ago(seenAt) })
}
