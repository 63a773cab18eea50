import { useSignal } from '@preact/signals'
import type { ComponentChild } from 'preact'
import type { MailboxKind } from '../../../shared/domain/mailbox.ts'
import { t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../../ui/date/date-field.tsx'
import { FilterChip } from '../../ui/filter-chip.tsx'
import { kindKey, typeName } from './labels.ts'
import type { MailList, MailTypes } from './mail-list.ts'
import { chosenType, kindValue, type MailQuery, typeValue, wholeOf } from './query.ts'

/** The filters of the list: new ones, kind or type with their counts, a period. */
export function MailFilters({ list, seenAll }: { list: MailList; seenAll: ComponentChild }) {
  const query = list.query.value
  const types = list.types.value ?? []
  const unread = sum(types, ({ unread }) => unread)
  const period = useSignal(query.since !== undefined || query.until !== undefined)
  const ask = (change: Partial<MailQuery>) => void list.ask({ ...list.query.value, ...change })
  return (
    <fieldset class="filters">
      <legend class="visually-hidden">{t('filters')}</legend>
      <FilterChip
        label={t('mail-all')}
        count={list.types.value && sum(types, ({ count }) => count)}
        pressed={!query.unread}
        onClick={() => ask({ unread: false })}
      />
      <FilterChip
        label={t('mail-unread')}
        count={list.types.value && unread}
        pressed={query.unread}
        onClick={() => ask({ unread: true })}
      />
      <TypeChoice query={query} types={types} onChoose={value => ask(chosenType(value))} />
      <FilterChip
        label={t('mail-period')}
        pressed={period.value}
        onClick={() => {
          period.value = !period.value
          if (!period.value) ask({ since: undefined, until: undefined })
        }}
      />
      {seenAll}
      <span class="filters-count muted numeric" aria-live="polite">
        {list.total.value !== undefined && t('mail-count', { n: list.total.value })}
      </span>
      {period.value && (
        <div class="mail-period">
          <DateField label={t('mail-since')} day={query.since} onDay={since => ask({ since })} />
          <DateField label={t('mail-until')} day={query.until} onDay={until => ask({ until })} />
        </div>
      )}
    </fieldset>
  )
}

/** Clears the filters, except the company. */
export function ClearMailFilters({ list }: { list: MailList }) {
  return <Button onClick={() => void list.ask(wholeOf(list.query.value.cui))}>{t('mail-clear')}</Button>
}

function TypeChoice({ query, types, onChoose }: { query: MailQuery; types: MailTypes; onChoose: (v: string) => void }) {
  const kinds = [...new Set(types.map(({ kind }) => kind))]
  const value = query.type === undefined ? query.kind && kindValue(query.kind) : typeValue(query.type)
  const countOf = (kind: MailboxKind) =>
    sum(
      types.filter(type => type.kind === kind),
      ({ count }) => count,
    )
  return (
    <select
      class="input mail-type"
      aria-label={t('mail-type')}
      value={value ?? ''}
      onChange={event => onChoose(event.currentTarget.value)}
    >
      <option value="">{t('mail-type-all')}</option>
      <optgroup label={t('mail-kinds')}>
        {kinds.map(kind => (
          <option key={kind} value={kindValue(kind)}>
            {t('mail-option', { name: t(kindKey(kind)), n: countOf(kind) })}
          </option>
        ))}
      </optgroup>
      <optgroup label={t('mail-types')}>
        {types.map(({ type, count }) => (
          <option key={type} value={typeValue(type)}>
            {t('mail-option', { name: typeName(type), n: count })}
          </option>
        ))}
      </optgroup>
    </select>
  )
}

const sum = <T,>(items: readonly T[], of: (item: T) => number) => items.reduce((total, item) => total + of(item), 0)
