import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

type Props = {
  label: string
  hint?: string | undefined
  problem?: string | undefined
  /** Draws the control with the attributes that link it to label, hint and problem. */
  children: (attributes: { id: string; 'aria-describedby': string; 'aria-invalid': boolean }) => ComponentChildren
}

/** A control with its label and a hint below; a problem replaces the hint. */
export function Field({ label, hint, problem, children }: Props) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, 'aria-describedby': `${id}-note`, 'aria-invalid': problem !== undefined })}
      <span id={`${id}-note`} class={problem ? 'problem' : 'hint'} role={problem ? 'alert' : undefined}>
        {problem ?? hint}
      </span>
    </div>
  )
}
