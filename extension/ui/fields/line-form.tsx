import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { Button } from '../button.tsx'
import { ErrorNotice } from '../notice.tsx'
import { Field } from './field.tsx'

type Props<Answer> = {
  /** The kind of input; numbers by default. */
  kind?: 'number' | 'text'
  label: string
  hint: string
  /** The button's label, and its label while the answer is pending. */
  words: { send: string; sending?: string }
  look?: 'primary' | 'plain'
  /** The problem with the typed text, if any; then it is not sent. */
  problemOf: (text: string) => string | undefined
  send: (text: string) => Promise<Answer>
  /** Whether the text stays after the answer. */
  keepsText?: boolean
  /** Draws the answer. */
  children?: (answer: Answer) => ComponentChildren
}

type State<Answer> = { busy?: boolean; problem?: string; answer?: { is: Answer }; error?: unknown }

/** A field for one number or line, its button beside it, the answer below. */
export function LineForm<Answer>({ label, hint, words, look = 'plain', kind = 'number', ...props }: Props<Answer>) {
  const text = useSignal('')
  const state = useSignal<State<Answer>>({})
  const submit = async () => {
    const typed = text.value.trim()
    const problem = props.problemOf(typed)
    state.value = problem === undefined ? { busy: true } : { problem }
    if (problem !== undefined) return
    try {
      state.value = { answer: { is: await props.send(typed) } }
      // What was typed meanwhile stays.
      if (!props.keepsText && text.value.trim() === typed) text.value = ''
    } catch (error) {
      state.value = { error }
    }
  }
  const { busy, problem, answer, error } = state.value
  return (
    <form
      class="line-form"
      onSubmit={event => {
        event.preventDefault()
        if (!busy) void submit()
      }}
    >
      <Field label={label} hint={hint} problem={problem}>
        {attributes => (
          <div class="line-form-line">
            <input
              {...attributes}
              class={kind === 'number' ? 'input numeric' : 'input'}
              type="text"
              inputMode={kind === 'number' ? 'numeric' : 'text'}
              autocomplete="off"
              spellcheck={false}
              value={text.value}
              onInput={event => {
                text.value = event.currentTarget.value
                if (problem !== undefined) state.value = {}
              }}
            />
            <Button type="submit" look={look} disabled={busy}>
              {busy ? (words.sending ?? words.send) : words.send}
            </Button>
          </div>
        )}
      </Field>
      {answer && props.children?.(answer.is)}
      {error !== undefined && <ErrorNotice error={error} />}
    </form>
  )
}
