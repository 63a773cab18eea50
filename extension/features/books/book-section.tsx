import { useSignal } from '@preact/signals'
import { type BookMark, BookState } from '../../../shared/domain/books.ts'
import type { HostClient } from '../../host/client.ts'
import { t } from '../../locales/locale.ts'
import { ErrorNotice } from '../../ui/notice.tsx'
import { ViewSwitch } from '../../ui/view-switch.tsx'
import { BookNote } from './book-note.tsx'
import { markedWords } from './marked-words.ts'
import './books.css'

type Props = {
  host: HostClient
  id: string
  book: BookMark
  /** Called after the host has stored a change. */
  onMarked: () => void
}

/** An invoice's state in the books, who set it and when, and its note (W-03). */
export function BookSection({ host, id, book, onMarked }: Props) {
  const shown = useSignal(book)
  const error = useSignal<unknown>(undefined)

  const mark = async (change: { state: BookState } | { note: string }) => {
    await host.request('books.mark', { selection: { ids: [id] }, ...change })
    // The host knows the account and the moment.
    const { item } = await host.request('invoices.get', { id })
    if (item.book) shown.value = item.book
    onMarked()
  }
  const choose = async (state: BookState) => {
    error.value = undefined
    try {
      await mark({ state })
    } catch (problem) {
      error.value = problem
    }
  }

  return (
    <section class="book" aria-label={t('books')}>
      <h3>{t('books')}</h3>
      <ViewSwitch
        label={t('books')}
        views={BookState.options.map(state => ({ id: state, words: t(`book-${state}`) }))}
        selected={shown.value.state}
        onSelect={state => void choose(state)}
      >
        <span class="muted numeric">{markedWords(shown.value)}</span>
      </ViewSwitch>
      {error.value !== undefined && <ErrorNotice error={error.value} />}
      <BookNote id={id} note={book.note} save={note => mark({ note })} />
    </section>
  )
}
