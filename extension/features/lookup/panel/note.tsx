import { t } from '../../../locales/locale.ts'
import { Field } from '../../../ui/fields/field.tsx'
import { useKeptText } from '../../../ui/fields/use-kept-text.ts'
import { ErrorNotice } from '../../../ui/notice.tsx'
import type { CompanyPage } from './company.ts'

/** Longest note that the protocol accepts, in characters. */
const MOST = 4000

/** The user's note about a company, which saves itself. */
export function Note({ company, note }: { company: CompanyPage; note: string }) {
  const { text, state, error, type, keep } = useKeptText(note, next => company.mark({ note: next }))
  return (
    <div>
      <Field label={t('lookup-note')} hint={state === 'unsaved' ? t('lookup-note-hint') : t(`lookup-note-${state}`)}>
        {attributes => (
          <textarea
            {...attributes}
            class="input"
            rows={2}
            maxLength={MOST}
            value={text}
            onInput={event => type(event.currentTarget.value)}
            onBlur={() => void keep()}
          />
        )}
      </Field>
      <span class="visually-hidden" role="status">
        {state === 'saved' && t('lookup-note-saved')}
      </span>
      {error !== undefined && <ErrorNotice error={error} action={{ label: t('retry'), run: () => void keep() }} />}
    </div>
  )
}
