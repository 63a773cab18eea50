import { useLayoutEffect, useRef } from 'preact/hooks'
import { t } from '../locales/locale.ts'
import { Button } from './button.tsx'
import { useHeir } from './use-heir.ts'

type Props = { label: string; question: string; yes: string; onYes: () => void; onNo: () => void }

/** An inline question before something is removed. It takes the focus and gives it back; Escape means no. */
export function Confirm({ label, question, yes, onYes, onNo }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const asker = useRef(document.activeElement)
  // To the button that asked, or to the one that is there instead.
  useHeir(box, (beside, at) =>
    asker.current?.matches('body *') ? asker.current : (beside[at]?.querySelector('button') ?? beside[at]),
  )
  useLayoutEffect(() => box.current?.focus(), [])
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
