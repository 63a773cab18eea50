import { useSignal } from '@preact/signals'
import { BookState } from '../../../shared/domain/books.ts'
import { MessageState } from '../../../shared/domain/invoices.ts'
import { t } from '../../locales/locale.ts'
import type { Key } from '../../locales/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Menu } from '../../ui/menu.tsx'
import { BookFilter } from '../books/book-filter.tsx'
import type { Page } from '../page/page.ts'
import type { DeskState } from './desk-state.ts'
import { amountsOf, daysOf, reportedOf } from './tables/filter-values.ts'

/** Text filters, each with the message for unreadable text; the others are on or off. */
const TEXTS: Readonly<Record<string, { label: Key; hint?: Key; unread?: Key }>> = {
  issued: { label: 'filter-issued', hint: 'filter-period-hint', unread: 'filter-period-unread' },
  arrived: { label: 'filter-arrived', hint: 'filter-period-hint', unread: 'filter-period-unread' },
  reported: { label: 'filter-reported', hint: 'filter-period-hint', unread: 'filter-reported-unread' },
  amount: { label: 'filter-amount', hint: 'filter-amount-hint', unread: 'filter-amount-unread' },
  currency: { label: 'filter-currency' },
}
const FLAGS: Readonly<Record<string, Key>> = {
  unexported: 'filter-unexported',
  state: 'filter-state',
  unread: 'show-unread',
  attachments: 'filter-attachments',
  pdf: 'filter-no-pdf',
  book: 'book-filter',
}

const bookStateOf = ({ book }: Readonly<Record<string, string>>): BookState | undefined =>
  BookState.options.find(state => state === book)

/** The states of a document in the archive, under the filter's names. */
const STATES: Readonly<Record<MessageState, Key>> = {
  archived: 'state-archived',
  listed: 'state-listed-word',
  failed: 'state-failed',
  expired: 'state-expired',
}
const archiveStateOf = ({ state }: Readonly<Record<string, string>>): MessageState | undefined =>
  MessageState.options.find(one => one === state)

function isRead(name: string, words: string, now: number): boolean {
  if (name === 'currency') return /^[a-z]{3}$/i.test(words.trim())
  const read = name === 'reported' ? reportedOf : name === 'amount' ? amountsOf : daysOf
  return read(words, now) !== undefined
}

/** The filters beyond the chips, in a box; active ones are shown beside its button. */
export function MoreFilters({ desk, page }: { desk: DeskState; page: Page }) {
  const { table, filters } = desk.view.value
  const { spec } = desk.tables[table]
  const set = (name: string, value: string) => {
    const { [name]: _before, ...others } = filters
    desk.go({ filters: value === '' ? others : { ...others, [name]: value }, open: undefined })
  }
  if (spec.filters.length === 0) return null
  return (
    <>
      <Menu label={t('filter-more')} words={t('filter-more')}>
        {spec.filters.map(name =>
          name === 'book' ? (
            <BookFilter key={name} selected={bookStateOf(filters)} onSelect={state => set(name, state ?? '')} />
          ) : name === 'state' ? (
            <StateFilter key={name} selected={archiveStateOf(filters)} onSelect={state => set(name, state)} />
          ) : TEXTS[name] ? (
            <TextFilter key={`${table}-${name}`} name={name} page={page} value={filters[name] ?? ''} onSet={set} />
          ) : (
            <label key={name} class="menu-check">
              <input
                type="checkbox"
                checked={filters[name] !== undefined}
                onChange={event => set(name, event.currentTarget.checked ? '1' : '')}
              />
              {t(FLAGS[name] ?? 'filters')}
            </label>
          ),
        )}
      </Menu>
      {spec.filters
        .filter(name => filters[name] !== undefined)
        .map(name => {
          const label = t(TEXTS[name]?.label ?? FLAGS[name] ?? 'filters')
          const value = saidOf(name, filters)
          return (
            <span key={name} class="set-filter">
              {value === undefined ? label : `${label}: ${value}`}
              <Button look="icon" label={t('filter-remove', { name: label })} onClick={() => set(name, '')}>
                <Icon name="close" />
              </Button>
            </span>
          )
        })}
    </>
  )
}

/** The value of a set filter, shown after its name; empty for one that is only on. */
function saidOf(name: string, filters: Readonly<Record<string, string>>): string | undefined {
  const [book, state] = [bookStateOf(filters), archiveStateOf(filters)]
  if (name === 'book' && book) return t(`book-${book}`)
  if (name === 'state' && state) return t(STATES[state])
  return TEXTS[name] && filters[name]
}

type StateProps = { selected: MessageState | undefined; onSelect: (state: string) => void }

function StateFilter({ selected, onSelect }: StateProps) {
  return (
    <select
      class="filter"
      aria-label={t('filter-state')}
      value={selected ?? ''}
      onChange={event => onSelect(event.currentTarget.value)}
    >
      <option value="">{t('filter-state-all')}</option>
      {MessageState.options.map(state => (
        <option key={state} value={state}>
          {t(STATES[state])}
        </option>
      ))}
    </select>
  )
}

type TextProps = { name: string; page: Page; value: string; onSet: (name: string, value: string) => void }

function TextFilter({ name, page, value, onSet }: TextProps) {
  const text = useSignal(value)
  const words = TEXTS[name]
  const isUnread = text.value.trim() !== '' && !isRead(name, text.value, page.now.value)
  const apply = () => {
    if (!isUnread) onSet(name, text.value.trim())
  }
  if (!words) return null
  return (
    <form
      class="field"
      onSubmit={event => {
        event.preventDefault()
        apply()
      }}
    >
      <label for={`filter-${name}`}>{t(words.label)}</label>
      <span class="line-form-line">
        <input
          id={`filter-${name}`}
          class="input"
          value={text.value}
          aria-invalid={isUnread}
          aria-describedby={words.hint ? `filter-${name}-hint` : undefined}
          onInput={event => {
            text.value = event.currentTarget.value
          }}
        />
        <Button type="submit">{t('filter-apply')}</Button>
      </span>
      {words.hint && words.unread && (
        <span id={`filter-${name}-hint`} class={isUnread ? 'problem' : 'hint'}>
          {t(isUnread ? words.unread : words.hint)}
        </span>
      )}
    </form>
  )
}
