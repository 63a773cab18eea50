import type { ComponentChildren } from 'preact'

/** Meaning of a colour: good (archived, valid), wait (pending, expiring), bad (refused, expired), new, idle (neutral). */
export type Tone = 'good' | 'wait' | 'bad' | 'new' | 'idle'

/** A dot with its word: colour never stands alone. */
export function Status({ tone, children }: { tone: Tone; children: ComponentChildren }) {
  return <span class={`status tone-${tone}${tone === 'idle' ? ' hollow' : ''}`}>{children}</span>
}

/** A short framed word, such as the environment. */
export function Badge({ tone, title, children }: { tone: Tone; title?: string; children: ComponentChildren }) {
  return (
    <span class={`badge tone-${tone}`} title={title}>
      {children}
    </span>
  )
}
