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
import { CompanyBoxes } from './company-boxes.tsx'

type Props = {
  page: Page
  seat: SeatState
  /** Whether this computer's seat may change the other one. */
  canChange: boolean
  onChanged: (office: OfficeState | null) => void
}

/** A seat with its rights and its presence, and what an administrator may do with it. */
export function SeatRow({ page, seat, canChange, onChanged }: Props) {
  const { isBusy, error, run } = useCall()
  /** What the administrator is about to do. */
  const asked = useSignal<'end' | 'companies' | undefined>(undefined)
  const ask = (what: 'end' | 'companies' | undefined) => {
    asked.value = what
  }
  const close = () => ask(undefined)
  const { name, companies } = seat
  const end = async () => {
    close()
    onChanged(await page.host.request('office.endSeat', { name }))
  }
  const give = async (cuis: string[]) => {
    onChanged(await page.host.request('office.giveCompanies', { name, companies: cuis }))
    close()
  }
  return (
    <li aria-busy={isBusy}>
      <span class="office-seat">
        <strong>{name}</strong> {seat.isMe && <Badge tone="new">{t('office-seat-me')}</Badge>}
        <span>{t(`office-role-${seat.role}`)}</span>
      </span>
      <span class="muted">
        {companies.length > 0 && `${namesOf(page, companies)} · `}
        {presenceOf(seat, page.now.value)}
      </span>
      {canChange && asked.value === undefined && (
        <span class="office-seat">
          {seat.role !== 'office' && (
            <Button
              look="link"
              label={t('office-seat-companies-name', { name })}
              disabled={isBusy}
              onClick={() => ask('companies')}
            >
              {t('office-seat-companies')}
            </Button>
          )}
          <Button look="link" label={t('office-seat-end-name', { name })} disabled={isBusy} onClick={() => ask('end')}>
            {t('office-seat-end')}
          </Button>
        </span>
      )}
      {asked.value === 'companies' && (
        <SeatCompanies
          page={page}
          seat={seat}
          isBusy={isBusy}
          onSave={cuis => void run(() => give(cuis))}
          onCancel={close}
        />
      )}
      {asked.value === 'end' && (
        <Confirm
          label={t('office-seat-end')}
          question={t('office-seat-end-ask', { name })}
          yes={t('office-seat-end')}
          onYes={() => void run(end)}
          onNo={close}
        />
      )}
      {error !== undefined && <ErrorNotice error={error} />}
    </li>
  )
}

type SeatCompaniesProps = {
  page: Page
  seat: SeatState
  isBusy: boolean
  onSave: (companies: string[]) => void
  onCancel: () => void
}

/** Chooses the companies of a clerk or reader anew. */
function SeatCompanies({ page, seat: { name, companies }, isBusy, onSave, onCancel }: SeatCompaniesProps) {
  const chosen = useSignal<readonly string[]>(companies)
  return (
    <form
      class="office-more"
      onSubmit={event => {
        event.preventDefault()
        onSave([...chosen.value])
      }}
    >
      <CompanyBoxes
        page={page}
        label={t('office-seat-companies-name', { name })}
        chosen={chosen.value}
        onChange={cuis => {
          chosen.value = cuis
        }}
      />
      <div class="office-seat">
        <Button type="submit" disabled={isBusy}>
          {t('office-seat-companies-save')}
        </Button>
        <Button onClick={onCancel}>{t('cancel')}</Button>
      </div>
    </form>
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
