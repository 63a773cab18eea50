import type { ComponentChildren } from 'preact'

/** Shown in place of an empty list, with the one action that leads on. */
export function EmptyState({ title, hint, children }: { title: string; hint: string; children?: ComponentChildren }) {
  return (
    <section class="empty">
      <h2>{title}</h2>
      <p class="muted">{hint}</p>
      {children}
    </section>
  )
}
