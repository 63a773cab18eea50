import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { joinRuns } from '../../host/join-runs.ts'

/** Pause after the last key before saving, in milliseconds. */
const TYPING_REST = 500

/** A text in a field that saves itself. `state` is about the text in the field: whether the host has it. */
export type KeptText = {
  text: string
  state: 'unsaved' | 'saving' | 'saved'
  error: unknown
  type: (text: string) => void
  /** Saves the text unless the host has it already. Never rejects. */
  keep: () => Promise<void>
}

/**
 * Saves a text when the typing pauses, when its field goes away, and when its page is hidden or closed. One save at a time:
 * an older text cannot arrive after a newer one.
 */
export function useKeptText(first: string, save: (text: string) => Promise<void>): KeptText {
  const text = useSignal(first)
  const state = useSignal<KeptText['state']>('unsaved')
  const error = useSignal<unknown>(undefined)
  /** The text that was sent last; undefined after a failure. */
  const sent = useRef<string | undefined>(first)
  const present = useRef(save)
  present.current = save

  const send = async () => {
    const next = text.peek()
    if (next === sent.current) return
    sent.current = next
    state.value = 'saving'
    error.value = undefined
    try {
      await present.current(next)
      if (text.peek() === next) state.value = 'saved'
    } catch (problem) {
      sent.current = undefined
      error.value = problem
      state.value = 'unsaved'
    }
  }
  const keep = useMemo(() => joinRuns(send), [])

  useEffect(() => {
    const timer = setTimeout(keep, TYPING_REST)
    return () => clearTimeout(timer)
  }, [text.value])
  useLayoutEffect(() => {
    const gone = new AbortController()
    document.addEventListener('visibilitychange', () => void keep(), { signal: gone.signal })
    // A page that ends cannot wait for the answer about the text before.
    window.addEventListener('pagehide', () => void send(), { signal: gone.signal })
    // Opening another row by keyboard removes the field without a blur event. Until it is saved, its page may end.
    return () => void keep().then(() => gone.abort())
  }, [])

  return {
    text: text.value,
    state: state.value,
    error: error.value,
    type(next) {
      text.value = next
      state.value = 'unsaved'
    },
    keep,
  }
}
