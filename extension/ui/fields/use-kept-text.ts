import { type ReadonlySignal, signal, useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { joinRuns } from '../../../shared/async/join-runs.ts'

/** Pause after the last key before saving, in milliseconds. */
const TYPING_REST = 500

/** A text in a field that saves itself. `state` is about the text in the field: whether the host has it. */
export type KeptText = {
  text: string
  state: 'unsaved' | 'saving' | 'saved'
  error: unknown
  /** What another page has stored meanwhile, which the text in the field replaces. */
  replaced: string | undefined
  /** What was typed here, which another page has replaced. */
  overwritten: string | undefined
  type: (text: string) => void
  /** Saves the text unless the host has it already. Never rejects. */
  keep: () => Promise<void>
}

/** A text that could not be saved after its field had gone away. */
export type LostText = { text: string; error: unknown; saveAgain: () => Promise<void> }

const lost = signal<ReadonlyMap<string, LostText>>(new Map())

/** The lost texts of this page, by what they are about. A text leaves them once it is saved or its field is there again. */
export const lostTexts: ReadonlySignal<ReadonlyMap<string, LostText>> = lost

function setLost(about: string, text: LostText | undefined): void {
  if (!text && !lost.peek().has(about)) return
  const others = [...lost.peek()].filter(([each]) => each !== about)
  lost.value = new Map(text ? [...others, [about, text]] : others)
}

/** Keeps a text that could not be saved, until another try succeeds. */
function lose(about: string, text: string, error: unknown, save: (text: string) => Promise<void>): void {
  const saveAgain = async () => {
    try {
      await save(text)
      setLost(about, undefined)
    } catch (problem) {
      lose(about, text, problem, save)
    }
  }
  setLost(about, { text, error, saveAgain })
}

/**
 * Saves a text when the typing pauses, when its field goes away, and when its page is hidden or closed. One save at a time:
 * an older text cannot arrive after a newer one. A field in which nobody has typed follows `stored`. `about` names what the
 * text is about, and no other text of the page.
 */
export function useKeptText(about: string, stored: string, save: (text: string) => Promise<void>): KeptText {
  const text = useSignal(lost.peek().get(about)?.text ?? stored)
  const state = useSignal<KeptText['state']>('unsaved')
  const error = useSignal<unknown>(undefined)
  const replaced = useSignal<string | undefined>(undefined)
  const overwritten = useSignal<string | undefined>(undefined)
  /** Whether the text in the field was typed here. */
  const isTyped = useRef(false)
  const own = useRef(new Set([stored]))
  /** The text that was sent last; undefined after a failure. */
  const sent = useRef<string | undefined>(stored)
  const present = useRef(save)
  present.current = save
  const isGone = useRef(false)

  const send = async () => {
    const next = text.peek()
    if (next === sent.current) return
    sent.current = next
    own.current.add(next)
    state.value = 'saving'
    error.value = undefined
    try {
      await present.current(next)
      if (text.peek() === next) state.value = 'saved'
    } catch (problem) {
      sent.current = undefined
      if (isGone.current) lose(about, next, problem, present.current)
      error.value = problem
      state.value = 'unsaved'
    }
  }
  const keep = useMemo(() => joinRuns(send), [])

  useEffect(() => {
    const timer = setTimeout(keep, TYPING_REST)
    return () => clearTimeout(timer)
  }, [text.value])
  useEffect(() => {
    if (stored === text.peek()) return
    if (text.peek() === sent.current && state.peek() !== 'saving') {
      const before = text.peek()
      text.value = stored
      sent.current = stored
      replaced.value = undefined
      if (isTyped.current) overwritten.value = stored.includes(before) ? undefined : before
      isTyped.current = false
    } else if (!own.current.has(stored) && stored !== '') replaced.value = stored
  }, [stored])
  useLayoutEffect(() => {
    setLost(about, undefined)
    const gone = new AbortController()
    document.addEventListener('visibilitychange', () => void keep(), { signal: gone.signal })
    // A page that ends cannot wait for the answer about the text before.
    window.addEventListener('pagehide', () => void send(), { signal: gone.signal })
    // Opening another row by keyboard removes the field without a blur event. Until it is saved, its page may end.
    return () => {
      isGone.current = true
      void keep().then(() => gone.abort())
    }
  }, [])

  return {
    text: text.value,
    state: state.value,
    error: error.value,
    replaced: replaced.value,
    overwritten: overwritten.value,
    type(next) {
      text.value = next
      isTyped.current = true
      state.value = 'unsaved'
    },
    keep,
  }
}
