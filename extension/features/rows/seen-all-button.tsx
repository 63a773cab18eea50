import { useRef } from 'preact/hooks'
import { Button } from '../../ui/button.tsx'
import { useHeir } from '../../ui/use-heir.ts'

/** A button that marks a whole list and goes away then; the list gets its focus, or the search when there is no list. */
export function SeenAllButton({ label, onClick }: { label: string; onClick: () => void }) {
  const box = useRef<HTMLSpanElement>(null)
  const find = (selector: string) => document.querySelector(`.list-pane ${selector}`)
  useHeir(box, () => find('[role=listbox]') ?? find('[type=search]'))
  return (
    <span ref={box}>
      <Button look="link" onClick={onClick}>
        {label}
      </Button>
    </span>
  )
}
