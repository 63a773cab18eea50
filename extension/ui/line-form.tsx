import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { Button } from './button.tsx'
import { Field } from './field.tsx'
import { ErrorNotice } from './notice.tsx'

type Props<Answer> = {
  label: string
  hint: string
  /** What the button says, and what it says while the answer is on its way. */
  words: { send: string; sending?: string }
  look?: 'primary' | 'plain'
  /** What is wrong with the text as typed; it is sent only when nothing is. */
  problemOf: (text: string) => string | undefined
  send: (text: string) => Promise<Answer>
  /** Whether the text stays once it was answered. */
  keepsText?: boolean
  /** What is shown of an answer. */
  children?: (answer: Answer) => ComponentChildren
}

type State<Answer> = { busy?: boolean; problem?: string; answer?: { is: Answer }; error?: unknown }

/** One number to type, with its button beside it and what comes of it below. */
export function LineForm<Answer>({ label, hint, words, look = 'plain', ...props }: Props<Answer>) {
  const text = useSignal('')
  const state = useSignal<State<Answer>>({})
  const submit = async () => {
    const typed = text.value.trim()
    const problem = props.problemOf(typed)
    state.value = problem === undefined ? { busy: true } : { problem }
    if (problem !== undefined) return
    try {
      state.value = { answer: { is: await props.send(typed) } }
      if (!props.keepsText) text.value = ''
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
              class="input numeric"
              type="text"
              inputMode="numeric"
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
