import { t } from '../../locales/locale.ts'
import { ErrorNotice } from '../notice.tsx'
import { Field } from './field.tsx'
import { useKeptText } from './use-kept-text.ts'

type Props = {
  /** What the note is about. */
  about: string
  note: string
  save: (note: string) => Promise<void>
  /** Longest note that the protocol accepts, in characters. */
  most: number
  /** The field's label, and what stands below it. */
  words: { label: string; unsaved: string; saving: string; saved: string }
}

/** A person's note, which saves itself. */
export function NoteField({ about, note, save, most, words }: Props) {
  const { text, state, error, replaced, overwritten, type, keep } = useKeptText(about, note, save)
  return (
    <div class={`note-field is-${state}`}>
      <Field label={words.label} hint={words[state]}>
        {attributes => (
          <textarea
            {...attributes}
            class="input"
            rows={2}
            maxLength={most}
            value={text}
            onInput={event => type(event.currentTarget.value)}
            onBlur={() => void keep()}
          />
        )}
      </Field>
      <span class="visually-hidden" role="status">
        {state === 'saved' && words.saved}
      </span>
      {replaced !== undefined && <p class="hint">{t('note-replaced', { text: replaced })}</p>}
      {overwritten !== undefined && <p class="hint">{t('note-overwritten', { text: overwritten })}</p>}
      {error !== undefined && <ErrorNotice error={error} action={{ label: t('retry'), run: () => void keep() }} />}
    </div>
  )
}
