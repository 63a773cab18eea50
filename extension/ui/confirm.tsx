import { useEffect, useRef } from 'preact/hooks'
import { t } from '../locales/locale.ts'
import { Button } from './button.tsx'

type Props = { label: string; question: string; yes: string; onYes: () => void; onNo: () => void }

/** A question in place before something is taken away. It takes the focus; Escape means no. */
export function Confirm({ label, question, yes, onYes, onNo }: Props) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div
      ref={box}
      class="notice tone-wait"
      role="alertdialog"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={event => {
        if (event.key !== 'Escape') return
        event.stopPropagation() // what lies around the question stays open
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
