import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { type FoundCui, findCuis } from '../../../shared/domain/cui-finder.ts'
import { t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { lazy } from '../../ui/lazy.tsx'
import type { Page } from '../page/page.ts'
import { askHost } from './ask-registers.ts'
import { type Card, createCard } from './card/card.ts'
import './card/card.css'
import './cui-box.css'

const CardView = lazy(async () => (await import('./card/card-view.tsx')).CardView)

type Props = {
  page: Page
  onPanel: (cuis: string[]) => void
  /** Shows the invoices that match a text, in the panel. Called within the click or key press. */
  onSearch: (text: string) => void
  /** Shown below while there is no company. */
  children?: ComponentChildren
}

/** Whether a text may be an invoice's number, a partner or a period: it has letters and is no CUI. */
const isForInvoices = (text: string): boolean => /\p{L}/u.test(text)

/**
 * A field for a CUI or a text with CUIs, and the register's answer below. Other text searches the invoices;
 * for a bare number, which may be either, there is a link below.
 */
export function CuiBox({ page, onPanel, onSearch, children }: Props) {
  const text = useSignal('')
  const isWrong = useSignal(false)
  const card = useSignal<Card | undefined>(undefined)
  const field = useRef<HTMLInputElement>(null)
  // Typing is the first action here. A full popup still begins with its first lines.
  useEffect(() => field.current?.focus({ preventScroll: true }), [])
  const lookUp = () => {
    const found: FoundCui[] = findCuis(text.value)
    if (found.length === 0 && isForInvoices(text.value)) return onSearch(text.value.trim())
    isWrong.value = found.length === 0
    card.value?.close()
    card.value = isWrong.value ? undefined : createCard(found, askHost(page.host))
    void card.value?.load()
  }
  return (
    <>
      <form
        class="cui-box"
        onSubmit={event => {
          event.preventDefault()
          lookUp()
        }}
      >
        <input
          ref={field}
          class="input numeric"
          type="search"
          aria-label={t('card-cui-box-label')}
          placeholder={t('card-cui-box')}
          aria-invalid={isWrong.value}
          aria-describedby="cui-box-problem"
          value={text.value}
          onInput={event => {
            text.value = event.currentTarget.value
            isWrong.value = false
          }}
        />
        <Button type="submit">{t('card-look-up')}</Button>
      </form>
      <p id="cui-box-problem" class="cui-box-problem" role="alert">
        {isWrong.value && t('cui-shape')}
      </p>
      {text.value.trim() !== '' && (
        <Button look="link" onClick={() => onSearch(text.value.trim())}>
          {t('search-invoices-for', { text: text.value.trim() })}
        </Button>
      )}
      {card.value ? (
        <section aria-label={t('card-label')}>
          <CardView card={card.value} now={page.now.value} onPanel={onPanel} />
        </section>
      ) : (
        children
      )}
    </>
  )
}
