import { type FoundCui, findCuis } from '../../../../shared/domain/cui-finder.ts'
import type { Click } from './click.ts'
import type { Box } from './place-card.ts'

/** CUIs where a person clicked, and the place that the card stands beside. */
export type Reading = { found: FoundCui[]; anchor: Box | undefined }

/** A longer text under the cursor is a part of the page, not a number that somebody points at. */
const MOST_POINTED_AT = 200
/** Kinds of fields whose text is nobody's business, or that have none. */
const UNREAD_FIELDS = new Set(['password', 'hidden', 'file', 'checkbox', 'radio', 'range', 'color', 'button', 'image'])

type TextField = HTMLInputElement | HTMLTextAreaElement

/**
 * The selection, else the text of the link, else what is in the field, else the number at the caret, which a right click
 * puts under the cursor without showing it, or in the element under the cursor. To be called as soon as the menu has been
 * clicked, before anything on the page moves.
 */
export function readClick(click: Click, page: Document): Reading {
  const field = activeField(page)
  if (click.selection !== '') {
    const selected = selectedText(click.selection, page, field)
    return { found: findCuis(selected.text), anchor: selected.anchor }
  }
  if (click.linkUrl !== '') {
    const link = clickedLink(click.linkUrl, page)
    return { found: findCuis(link ? seenText(link) : ''), anchor: link && boxOf(link) }
  }
  if (click.isEditable && field) return inField(field)
  return atCaret(page) ?? underCursor(page) ?? { found: [], anchor: undefined }
}

/**
 * The page's own text of the selection keeps the cells of a table apart, which the browser's squeezed one does not. It
 * is taken only if it is the same text: the page may show its selection in a shadow tree or in another frame.
 */
function selectedText(squeezed: string, page: Document, field: TextField | undefined) {
  const [from, to] = [field?.selectionStart ?? 0, field?.selectionEnd ?? 0]
  const selection = page.getSelection()
  const range = selection?.rangeCount ? selection.getRangeAt(0) : undefined
  // A selection in a shadow tree has no box here; what was clicked is in it.
  const anchor = field && to > from ? boxOf(field) : ((range && boxOf(range)) ?? boxOf(underPointer(page)))
  const own = field && to > from ? field.value.slice(from, to) : (selection?.toString() ?? '')
  return { text: isSameText(own, squeezed) ? own : squeezed, anchor }
}

function isSameText(own: string, squeezed: string): boolean {
  const bare = (text: string) => text.replace(/\s+/g, '')
  return bare(own) !== '' && bare(own).startsWith(bare(squeezed).slice(0, 1000))
}

/** Links may share an address: the one under the cursor, or the one that the click has focused, goes first. */
function clickedLink(url: string, page: Document): Element | undefined {
  const candidates = [underPointer(page)?.closest('a'), page.activeElement?.closest('a'), ...page.links]
  return candidates.find(link => link != null && URL.parse(addressOf(link), page.baseURI)?.href === url) ?? undefined
}

/** As written, also of a link in a drawing. */
const addressOf = (link: Element): string => link.getAttribute('href') ?? link.getAttribute('xlink:href') ?? ''

function inField(field: TextField): Reading {
  const found = findCuis(field.value)
  const at = field.selectionStart
  const pointed = at === null ? [] : found.filter(each => holds(each, at))
  return { found: pointed.length > 0 ? pointed : found, anchor: boxOf(field) }
}

function atCaret(page: Document): Reading | undefined {
  const selection = page.getSelection()
  const node = selection?.anchorNode
  if (!selection?.isCollapsed || !(node instanceof Text)) return undefined
  // Where there is no text under the cursor, the caret stays elsewhere or goes to the nearest one.
  const pointedAt = underPointer(page)
  if (pointedAt && pointedAt !== node.parentElement) return undefined
  const pointed = findCuis(node.data).find(each => holds(each, selection.anchorOffset))
  if (!pointed) return undefined
  const range = page.createRange()
  range.setStart(node, pointed.start)
  range.setEnd(node, pointed.start + pointed.text.length)
  return { found: [pointed], anchor: boxOf(range) }
}

function underCursor(page: Document): Reading | undefined {
  const element = underPointer(page)
  const text = element ? seenText(element) : ''
  if (!element || text.length > MOST_POINTED_AT) return undefined
  return { found: findCuis(text), anchor: boxOf(element) }
}

/** With white space between cells and lines, and without what is hidden. */
function seenText(element: Element): string {
  // biome-ignore lint/performance/useDomNodeTextContent: textContent glues the cells of a table together
  return element instanceof HTMLElement ? element.innerText : (element.textContent ?? '')
}

/** The innermost element under the cursor, in whatever shadow tree it is. */
function underPointer(root: Document | ShadowRoot): Element | undefined {
  const element = [...root.querySelectorAll(':hover')].at(-1)
  const inner = element && shadowOf(element)
  return (inner && underPointer(inner)) ?? element
}

/** Open or closed: the browsers let an extension's scripts into both. */
function shadowOf(element: Element): ShadowRoot | null {
  const { chrome } = globalThis as { chrome?: { dom?: { openOrClosedShadowRoot(host: Element): ShadowRoot | null } } }
  if (element instanceof HTMLElement && chrome?.dom) return chrome.dom.openOrClosedShadowRoot(element)
  return element.shadowRoot
}

const holds = ({ start, text }: FoundCui, offset: number): boolean => start <= offset && offset <= start + text.length

function activeField(root: Document | ShadowRoot): TextField | undefined {
  const active = root.activeElement
  const inner = active && shadowOf(active)
  if (inner) return activeField(inner)
  if (active instanceof HTMLTextAreaElement) return active
  return active instanceof HTMLInputElement && !UNREAD_FIELDS.has(active.type) ? active : undefined
}

/** The box of what is seen; undefined for what has none, as a selection whose text has gone. */
function boxOf(what: Range | Element | undefined): Box | undefined {
  if (!what) return undefined
  const { left, top, right, bottom } = what.getBoundingClientRect()
  return right > left || bottom > top ? { left, top, right, bottom } : undefined
}
