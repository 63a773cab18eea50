import { type ComponentChild, render } from 'preact'
import { loadSentencesOnUse } from '../host/page-sentences.ts'
import './visible-text.ts'

/** Draws a page into its root element. */
export function draw(content: ComponentChild): void {
  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no root element')
  loadSentencesOnUse()
  render(content, root)
}
