import { t } from '../../../locales/locale.ts'
import { NoteField } from '../../../ui/fields/note-field.tsx'
import type { CompanyPage } from './company.ts'

/** Longest note that the protocol accepts, in characters. */
const MOST = 4000

/** The user's note about a company. */
export function Note({ company, note }: { company: CompanyPage; note: string }) {
  const words = {
    label: t('lookup-note'),
    unsaved: t('lookup-note-hint'),
    saving: t('lookup-note-saving'),
    saved: t('lookup-note-saved'),
  }
  return (
    <NoteField
      about={`company ${company.cui}`}
      note={note}
      save={next => company.mark({ note: next })}
      most={MOST}
      words={words}
    />
  )
}
