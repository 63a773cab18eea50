import { type FoundCui, findCuis } from '../../../../shared/domain/cui-finder.ts'
import type { Click } from './click.ts'
import type { Box } from './place-card.ts'

/** CUIs at the click, and the box that the card stands beside. */
export type Reading = { found: FoundCui[]; anchor: Box | undefined }

/** Longest text under the cursor that counts as a number pointed at; a longer one is part of the page. */
const MOST_POINTED_AT = 200
/** Types of fields whose text is private, or that have no text. */
const UNREAD_FIELDS = new Set(['password', 'hidden', 'file', 'checkbox', 'radio', 'range', 'color', 'button', 'image'])

type TextField = HTMLInputElement | HTMLTextAreaElement

/**
 * Reads the selection; without one the link's text, the field's value, the number at the caret (a right click moves it under
 * the cursor without showing it), or the element under the cursor, in this order. Call it as soon as the menu was clicked,
 * before anything on the page moves.
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
 * The page's own text of the selection, which separates the cells of a table; the browser's collapsed text does not. It counts
 * only if it is the same text, because the selection may be in a shadow tree or another frame.
 */
function selectedText(squeezed: string, page: Document, field: TextField | undefined) {
  const [from, to] = [field?.selectionStart ?? 0, field?.selectionEnd ?? 0]
  const selection = page.getSelection()
  const range = selection?.rangeCount ? selection.getRangeAt(0) : undefined
  // A selection in a shadow tree has no box here; the clicked element is inside it.
  const anchor = field && to > from ? boxOf(field) : ((range && boxOf(range)) ?? boxOf(underPointer(page)))
  const own = field && to > from ? field.value.slice(from, to) : (selection?.toString() ?? '')
  return { text: isSameText(own, squeezed) ? own : squeezed, anchor }
}

function isSameText(own: string, squeezed: string): boolean {
  const bare = (text: string) => text.replace(/\s+/g, '')
  return bare(own) !== '' && bare(own).startsWith(bare(squeezed).slice(0, 1000))
}

/** Several links can have one address; the one under the cursor, or focused by the click, comes first. */
function clickedLink(url: string, page: Document): Element | undefined {
  const candidates = [underPointer(page)?.closest('a'), page.activeElement?.closest('a'), ...page.links]
  return candidates.find(link => link != null && URL.parse(addressOf(link), page.baseURI)?.href === url) ?? undefined
}

/** The link's address as written, also of an SVG link. */
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
  // With no text under the cursor, the caret stays elsewhere or moves to the nearest text.
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

/** Visible text with white space between cells and lines. */
function seenText(element: Element): string {
  // biome-ignore lint/performance/useDomNodeTextContent: textContent joins the cells of a table
  return element instanceof HTMLElement ? element.innerText : (element.textContent ?? '')
}

/** The innermost element under the cursor, in any shadow tree. */
function underPointer(root: Document | ShadowRoot): Element | undefined {
  const element = [...root.querySelectorAll(':hover')].at(-1)
  const inner = element && shadowOf(element)
  return (inner && underPointer(inner)) ?? element
}

/** An element's shadow tree, open or closed: Chromium gives it to extensions by a function, Firefox by a property. */
function shadowOf(element: Element & { openOrClosedShadowRoot?: ShadowRoot | null }): ShadowRoot | null {
  const { chrome } = globalThis as { chrome?: { dom?: { openOrClosedShadowRoot(host: Element): ShadowRoot | null } } }
  if (element instanceof HTMLElement && chrome?.dom) return chrome.dom.openOrClosedShadowRoot(element)
  return element.openOrClosedShadowRoot ?? element.shadowRoot
}

const holds = ({ start, text }: FoundCui, offset: number): boolean => start <= offset && offset <= start + text.length

function activeField(root: Document | ShadowRoot): TextField | undefined {
  const active = root.activeElement
  const inner = active && shadowOf(active)
  if (inner) return activeField(inner)
  if (active instanceof HTMLTextAreaElement) return active
  return active instanceof HTMLInputElement && !UNREAD_FIELDS.has(active.type) ? active : undefined
}

/** The visible box; undefined when there is none, such as for a selection whose text is gone. */
function boxOf(what: Range | Element | undefined): Box | undefined {
  if (!what) return undefined
  const { left, top, right, bottom } = what.getBoundingClientRect()
  return right > left || bottom > top ? { left, top, right, bottom } : undefined
}
