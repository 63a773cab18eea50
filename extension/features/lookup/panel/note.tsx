import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { t } from '../../../locales/locale.ts'
import { Field } from '../../../ui/field.tsx'
import { ErrorNotice } from '../../../ui/notice.tsx'
import type { CompanyPage } from './company.ts'

/** Longest note that the protocol accepts, in characters. */
const MOST = 4000

/** The user's note about a company, saved when the field is left. */
export function Note({ company, note }: { company: CompanyPage; note: string }) {
  const text = useSignal(note)
  const state = useSignal<'idle' | 'saving' | 'saved'>('idle')
  const error = useSignal<unknown>(undefined)
  const saved = useRef(note)

  const save = async () => {
    const next = text.value
    if (next === saved.current) return
    state.value = 'saving'
    error.value = undefined
    try {
      await company.mark({ note: next })
      saved.current = next
      state.value = 'saved'
    } catch (problem) {
      error.value = problem
      state.value = 'idle'
    }
  }
  // Opening another company by keyboard removes the field without a blur event.
  useLayoutEffect(() => () => void save(), [])

  return (
    <div>
      <Field
        label={t('lookup-note')}
        hint={state.value === 'idle' ? t('lookup-note-hint') : t(`lookup-note-${state.value}`)}
      >
        {attributes => (
          <textarea
            {...attributes}
            class="input"
            rows={2}
            maxLength={MOST}
            value={text.value}
            onInput={event => {
              text.value = event.currentTarget.value
              state.value = 'idle'
            }}
            onBlur={() => void save()}
          />
        )}
      </Field>
      <span class="visually-hidden" role="status">
        {state.value === 'saved' && t('lookup-note-saved')}
      </span>
      {error.value !== undefined && (
        <ErrorNotice error={error.value} action={{ label: t('retry'), run: () => void save() }} />
      )}
    </div>
  )
}
