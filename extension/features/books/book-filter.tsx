import { BookState } from '../../../shared/domain/books.ts'
import { t } from '../../locales/locale.ts'

type Props = { selected: BookState | undefined; onSelect: (state: BookState | undefined) => void }

/** Shows only the invoices in one state of the books. */
export function BookFilter({ selected, onSelect }: Props) {
  return (
    <select
      class="filter"
      aria-label={t('book-filter')}
      value={selected ?? 'all'}
      onChange={event => onSelect(BookState.options.find(state => state === event.currentTarget.value))}
    >
      {(['all', ...BookState.options] as const).map(state => (
        <option key={state} value={state}>
          {t(`book-filter-${state}`)}
        </option>
      ))}
    </select>
  )
}
