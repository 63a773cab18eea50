import type { ComponentChildren } from 'preact'

/** What stands where nothing is yet, and the one thing that leads on. */
export function EmptyState({ title, hint, children }: { title: string; hint: string; children?: ComponentChildren }) {
  return (
    <section class="empty">
      <h2>{title}</h2>
      <p class="muted">{hint}</p>
      {children}
    </section>
  )
}
