import { MAX_NOTE } from '../../../shared/domain/books.ts'
import { t } from '../../locales/locale.ts'
import { Field } from '../../ui/fields/field.tsx'
import { useKeptText } from '../../ui/fields/use-kept-text.ts'
import { ErrorNotice } from '../../ui/notice.tsx'

/** The note about an invoice, which saves itself. */
export function BookNote({ note, save }: { note: string; save: (note: string) => Promise<void> }) {
  const { text, state, error, type, keep } = useKeptText(note, save)
  return (
    <div class={`book-note is-${state}`}>
      <Field label={t('book-note')} hint={state === 'unsaved' ? t('book-note-hint') : t(`book-note-${state}`)}>
        {attributes => (
          <textarea
            {...attributes}
            class="input"
            rows={2}
            maxLength={MAX_NOTE}
            value={text}
            onInput={event => type(event.currentTarget.value)}
            onBlur={() => void keep()}
          />
        )}
      </Field>
      <span class="visually-hidden" role="status">
        {state === 'saved' && t('book-note-saved')}
      </span>
      {error !== undefined && <ErrorNotice error={error} action={{ label: t('retry'), run: () => void keep() }} />}
    </div>
  )
}
