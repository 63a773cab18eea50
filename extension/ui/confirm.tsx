import { useEffect, useRef } from 'preact/hooks'
import { t } from '../locales/locale.ts'
import { Button } from './button.tsx'

type Props = { label: string; question: string; yes: string; onYes: () => void; onNo: () => void }

/** An inline question before something is removed. It takes the focus; Escape means no. */
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
