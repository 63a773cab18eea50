import { useSignal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { joinRuns } from '../../../shared/async/join-runs.ts'
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
  /** Changes with each look at the archive: another tab or a colleague may have changed the state. */
  seen?: unknown
  /** Called after a change at the host, whoever made it. */
  onMarked: () => void
}

/** An invoice's state in the books, who set it and when, and its note (W-03). */
export function BookSection({ host, id, book, seen, onMarked }: Props) {
  const shown = useSignal(book)
  const error = useSignal<unknown>(undefined)

  /** Grows with each change of this page: an answer from before it would take it back. */
  const changes = useRef(0)
  const latest = useRef(onMarked)
  latest.current = onMarked

  const look = useMemo(
    () =>
      joinRuns(async () => {
        const begun = changes.current
        const { item } = await host.request('invoices.get', { id })
        if (!item.book || changes.current !== begun) return
        if (JSON.stringify(item.book) === JSON.stringify(shown.peek())) return
        shown.value = item.book
        latest.current()
      }),
    [],
  )
  const mark = async (change: { state: BookState } | { note: string }) => {
    changes.current += 1
    await host.request('books.mark', { selection: { ids: [id] }, ...change })
    changes.current += 1
    await look() // the host knows the account and the moment
  }
  const drawn = useRef(seen)
  useEffect(() => {
    if (seen === drawn.current) return
    drawn.current = seen
    // The page shows the host's failure.
    look().catch(problem => console.warn('recipisa:', problem))
  }, [seen])
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
      <BookNote id={id} note={shown.value.note} save={note => mark({ note })} />
    </section>
  )
}
