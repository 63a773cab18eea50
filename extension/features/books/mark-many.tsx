import { useSignal } from '@preact/signals'
import { BookState, MAX_NOTE } from '../../../shared/domain/books.ts'
import type { InvoiceSelection } from '../../../shared/protocol/invoices/selection.ts'
import type { HostClient } from '../../host/client.ts'
import { t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'

type Props = { host: HostClient; selection: InvoiceSelection; onMarked: () => void }

/** Sets the state in the books of many invoices, or their note (W-03): the host does it, for any number. */
export function MarkMany({ host, selection, onMarked }: Props) {
  const note = useSignal('')
  const changed = useSignal<number | undefined>(undefined)
  const error = useSignal<unknown>(undefined)
  const mark = async (change: { state?: BookState; note?: string }) => {
    error.value = undefined
    changed.value = undefined
    try {
      changed.value = (await host.request('books.mark', { selection, ...change })).changed
      onMarked()
    } catch (problem) {
      error.value = problem
    }
  }
  return (
    <>
      <Menu label={t('book-mark')} words={t('book-mark')}>
        {BookState.options.map(state => (
          <Button key={state} look="link" onClick={() => void mark({ state })}>
            {t('book-mark-as', { state: t(`book-${state}`).toLocaleLowerCase() })}
          </Button>
        ))}
        <form
          class="field"
          onSubmit={event => {
            event.preventDefault()
            void mark({ note: note.value.trim() })
          }}
        >
          <label for="mark-note">{t('book-mark-note')}</label>
          <span class="line-form-line">
            <input
              id="mark-note"
              class="input"
              maxLength={MAX_NOTE}
              value={note.value}
              onInput={event => {
                note.value = event.currentTarget.value
              }}
            />
            <Button type="submit">{t('book-mark-note-set')}</Button>
          </span>
        </form>
      </Menu>
      <span class="numeric" role="status">
        {changed.value !== undefined && t('book-marked-many', { n: changed.value })}
      </span>
      {error.value !== undefined && <ErrorNotice error={error.value} />}
    </>
  )
}
