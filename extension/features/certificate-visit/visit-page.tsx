import type { ComponentChildren } from 'preact'
import './visit-page.css'

/** The page that ends a certificate visit. */
export function Frame({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <main class="signed-in">
      <img src="/icon/48.png" width="48" height="48" alt="" />
      <h1>{title}</h1>
      {children}
    </main>
  )
}
