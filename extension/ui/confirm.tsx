import { useLayoutEffect, useRef } from 'preact/hooks'
import { t } from '../locales/locale.ts'
import { Button } from './button.tsx'

type Props = { label: string; question: string; yes: string; onYes: () => void; onNo: () => void }

/** An inline question before something is removed. It takes the focus and gives it back; Escape means no. */
export function Confirm({ label, question, yes, onYes, onNo }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const asker = useRef(document.activeElement)
  useLayoutEffect(() => {
    const shown = box.current
    const place = shown?.parentElement
    const at = shown && place ? [...place.children].indexOf(shown) : -1
    shown?.focus()
    return () => {
      if (!shown?.contains(document.activeElement)) return
      // Once the page is drawn without it: to the button that asked, or to the one that is there instead.
      setTimeout(() => {
        const there = place?.children[at]
        const heir = asker.current?.matches('body *') ? asker.current : (there?.querySelector('button') ?? there)
        if (document.activeElement === document.body && heir instanceof HTMLElement) heir.focus()
      })
    }
  }, [])
  return (
    <div
      ref={box}
      class="notice tone-wait"
      role="alertdialog"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={event => {
        if (event.key !== 'Escape') return
        event.stopPropagation() // Escape closes the question only
        onNo()
      }}
    >
      <p>{question}</p>
      <div class="choices">
        <Button look="danger" onClick={onYes}>
          {yes}
        </Button>
        <Button onClick={onNo}>{t('cancel')}</Button>
      </div>
    </div>
  )
}
