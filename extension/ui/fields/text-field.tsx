import type { Signal } from '@preact/signals'
import { Field } from './field.tsx'

/** Types of `<input>` that take one line. */
type Kind = 'text' | 'password' | 'url'

type Props = {
  label: string
  hint?: string
  problem?: string | undefined
  text: Signal<string>
  kind?: Kind
  placeholder?: string
}

/** A field for one line. No browser offers a typed password again. */
export function TextField({ text, kind = 'text', placeholder, ...field }: Props) {
  return (
    <Field {...field}>
      {attributes => (
        <input
          {...attributes}
          {...({ type: kind } as { type: 'text' })}
          class="input"
          autocomplete={kind === 'password' ? 'new-password' : 'off'}
          spellcheck={false}
          placeholder={placeholder}
          value={text.value}
          onInput={event => {
            text.value = event.currentTarget.value
          }}
        />
      )}
    </Field>
  )
}
