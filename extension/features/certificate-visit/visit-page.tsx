import type { ComponentChildren } from 'preact'
import './visit-page.css'

/** The page on which a certificate's tab ends. */
export function Frame({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <main class="signed-in">
      <img src="/icon/48.png" width="48" height="48" alt="" />
      <h1>{title}</h1>
      {children}
    </main>
  )
}
