import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { romaniaDay } from '../../../../shared/domain/romania-time.ts'
import { t } from '../../../locales/locale.ts'
import type { Key } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { DayField } from '../day-field.tsx'
import type { ClickProblem } from '../handle-click.ts'
import type { Lookups, Submitted } from './lookups.ts'

/** Pause after the last key before filtering the known companies, in milliseconds. */
const SEARCH_REST = 200
/** Most companies in one question. */
const MOST_TOGETHER = 100

const PROBLEMS: Record<Submitted | ClickProblem, Key | undefined> = {
  opened: undefined,
  nothing: 'lookup-nothing',
  several: 'lookup-several',
  shape: 'cui-shape',
  'no-cui': 'lookup-clicked-nothing',
  'personal-number': 'lookup-clicked-personal',
}

/** The search for a CUI or name, and the day to ask for. Enter looks up. */
export function SearchLine({ lookups, now }: { lookups: Lookups; now: number }) {
  const text = useSignal(lookups.search.value)
  const { outcome } = lookups
  useEffect(() => {
    if (text.value === lookups.search.value) return
    // Enter may have been pressed meanwhile.
    const timer = setTimeout(() => text.value !== lookups.search.value && lookups.type(text.value), SEARCH_REST)
    return () => clearTimeout(timer)
  }, [text.value, lookups])

  const submit = async () => {
    const submitted = text.value
    if (submitted !== lookups.search.value) lookups.type(submitted)
    const found = await lookups.submit()
    // The user may have typed on meanwhile.
    if (text.value !== submitted) return
    if (found === 'opened') text.value = lookups.search.value
    outcome.value = text.value.trim() === '' ? undefined : found
  }
  /** Treats more CUIs than can be shown together as a list to check. */
  const paste = (event: ClipboardEvent) => {
    const list = event.clipboardData?.getData('text/plain') ?? ''
    if (list.split('\n').filter(line => line.trim() !== '').length <= MOST_TOGETHER) return
    event.preventDefault()
    lookups.takeText(list, `${t('batch-pasted')}.txt`)
  }
  const today = romaniaDay(now)
  const key = outcome.value && PROBLEMS[outcome.value]
  const problem = key && t(key)
  return (
    <form
      class="lookup-search"
      onSubmit={event => {
        event.preventDefault()
        void submit()
      }}
    >
      <input
        id="lookup-search"
        class="input"
        type="search"
        autocomplete="off"
        spellcheck={false}
        placeholder={t('lookup-search')}
        aria-label={t('lookup-search')}
        aria-describedby="lookup-search-note"
        aria-invalid={problem !== undefined}
        value={text.value}
        onPaste={paste}
        onInput={event => {
          text.value = event.currentTarget.value
          outcome.value = undefined
        }}
      />
      <Button type="submit" look="primary">
        {t('lookup-submit')}
      </Button>
      <DayField day={lookups.day.value} today={today} onDay={lookups.chooseDay}>
        {lookups.day.value !== undefined && (
          <Button look="link" onClick={() => lookups.chooseDay(undefined)}>
            {t('lookup-today')}
          </Button>
        )}
      </DayField>
      <Button onClick={lookups.openDraft}>{t('batch-new-short')}</Button>
      <p id="lookup-search-note" class="lookup-note" role={problem ? 'alert' : undefined}>
        {problem}
      </p>
    </form>
  )
}
