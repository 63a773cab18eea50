import { MAX_NOTE } from '../../../shared/domain/books.ts'
import { t } from '../../locales/locale.ts'
import { NoteField } from '../../ui/fields/note-field.tsx'

/** The note about an invoice. */
export function BookNote({ id, note, save }: { id: string; note: string; save: (note: string) => Promise<void> }) {
  const words = {
    label: t('book-note'),
    unsaved: t('book-note-hint'),
    saving: t('book-note-saving'),
    saved: t('book-note-saved'),
  }
  return (
    <div class="book-note">
      <NoteField about={`invoice ${id}`} note={note} save={save} most={MAX_NOTE} words={words} />
    </div>
  )
}
