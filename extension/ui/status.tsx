import type { ComponentChildren } from 'preact'

/** What a colour means: archived or valid, waits or expires, refused or lost, new, nothing in particular. */
export type Tone = 'good' | 'wait' | 'bad' | 'new' | 'idle'

/** A dot with its word: colour never stands alone. */
export function Status({ tone, children }: { tone: Tone; children: ComponentChildren }) {
  return <span class={`status tone-${tone}${tone === 'idle' ? ' hollow' : ''}`}>{children}</span>
}

/** A short word in a frame, like the environment. */
export function Badge({ tone, title, children }: { tone: Tone; title?: string; children: ComponentChildren }) {
  return (
    <span class={`badge tone-${tone}`} title={title}>
      {children}
    </span>
  )
}
