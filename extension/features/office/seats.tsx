import type { OfficeState, SeatState } from '../../../shared/protocol/office.ts'
import { t } from '../../locales/locale.ts'
import type { Page } from '../page/page.ts'
import { SeatRow } from './seat-row.tsx'

type Props = { page: Page; seats: readonly SeatState[]; onChanged: (office: OfficeState | null) => void }

/** The seats of the office with their rights; an administrator ends seats and gives them companies. */
export function Seats({ page, seats, onChanged }: Props) {
  const runsIt = runsOffice(seats)
  return (
    <div class="office-seats">
      <h3 id="office-seats">{t('office-seats')}</h3>
      <ul class="office-list" aria-labelledby="office-seats">
        {seats.map(seat => (
          <SeatRow
            key={`${seat.name} ${seat.addedAt}`}
            page={page}
            seat={seat}
            canChange={runsIt && !seat.isMe && seat.leftAt === null}
            onChanged={onChanged}
          />
        ))}
      </ul>
    </div>
  )
}

/** Whether this computer's seat is an administrator. */
export function runsOffice(seats: readonly SeatState[]): boolean {
  return seats.some(({ isMe, role }) => isMe && role === 'office')
}
