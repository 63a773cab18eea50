import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { MAX_NOTE } from '../../../shared/domain/books.ts'
import { t } from '../../locales/locale.ts'
import { Field } from '../../ui/field.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'

/** The note about an invoice, saved when the field is left. */
export function BookNote({ note, save }: { note: string; save: (note: string) => Promise<void> }) {
  const text = useSignal(note)
  const state = useSignal<'hint' | 'saving' | 'saved'>('hint')
  const error = useSignal<unknown>(undefined)
  const saved = useRef(note)

  const keep = async () => {
    const next = text.value
    if (next === saved.current) return
    state.value = 'saving'
    error.value = undefined
    try {
      await save(next)
      saved.current = next
      state.value = 'saved'
    } catch (problem) {
      error.value = problem
      state.value = 'hint'
    }
  }
  // Opening another invoice by keyboard removes the field without a blur event.
  useLayoutEffect(() => () => void keep(), [])

  return (
    <div class={`book-note is-${state.value}`}>
      <Field label={t('book-note')} hint={t(`book-note-${state.value}`)}>
        {attributes => (
          <textarea
            {...attributes}
            class="input"
            rows={2}
            maxLength={MAX_NOTE}
            value={text.value}
            onInput={event => {
              text.value = event.currentTarget.value
              state.value = 'hint'
            }}
            onBlur={() => void keep()}
          />
        )}
      </Field>
      <span class="visually-hidden" role="status">
        {state.value === 'saved' && t('book-note-saved')}
      </span>
      {error.value !== undefined && (
        <ErrorNotice error={error.value} action={{ label: t('retry'), run: () => void keep() }} />
      )}
    </div>
  )
}
