import {
  attributeOf,
  childrenOf,
  elementsIn,
  isElement,
  ownText,
  type PageElement,
  type PageNode,
} from './page-tree.ts'

/** As sent by the authority, or as shown by a browser (`outerHTML`), where every open element is closed. */
export type PageSource = 'answer' | 'tab'

/**
 * How a page ends. A cut page proves nothing, however well its answer ended. The pages of the portal and of the
 * declaration status service are one table, without a document around it. The portal's error page is a row of
 * paragraphs, and the last one leads back to the form. The gateway's pages are documents.
 */
export type PageEnd = 'table' | 'paragraph' | 'document'

/** A page that was read. `end` is undefined if it is missing and the page may go on. */
export type SeenPage = { root: PageNode; end: PageEnd | undefined; from: PageSource }

export function endOfAnswer(page: PageNode, html: string): PageEnd | undefined {
  const elements = elementsIn(page)
  const isLast = ({ sourceCodeLocation: at }: PageElement) =>
    at?.endTag !== undefined && isBlank(html.slice(at.endTag.endOffset))
  const begin = html.length - html.trimStart().length
  const first = elements.find(({ tagName, sourceCodeLocation: at }) => tagName === 'table' && at?.startOffset === begin)
  if (first && isLast(first)) return 'table'
  if (elements.some(element => element.tagName === 'html' && isLast(element))) return 'document'
  return elements.some(element => isLast(element) && isWayBack(element)) ? 'paragraph' : undefined
}

/**
 * In a tab, white space follows the outermost table only if the page itself closed that table; otherwise it is inside.
 * The end of a paragraph does not show. The text after the paragraph's link shows that the reason before it is whole.
 */
export function endOfTab(page: PageNode): PageEnd | undefined {
  const [body] = elementsIn(page, 'body')
  const children = body ? childrenOf(body) : []
  const table = children.findLastIndex(({ nodeName }) => nodeName === 'table')
  const behind = children[table + 1]
  if (table >= 0) return behind && /^\s+$/.test(ownText(behind) ?? '') ? 'table' : undefined
  const last = children.findLast(node => ownText(node)?.trim() !== '')
  if (!last || !isElement(last) || !isWayBack(last)) return undefined
  const behindLink = childrenOf(last).at(-1)
  return behindLink && ownText(behindLink)?.trim() ? 'paragraph' : undefined
}

/** Nothing but white space and comments. */
function isBlank(html: string): boolean {
  let at = 0
  for (;;) {
    while (/\s/.test(html.charAt(at))) at++
    if (!html.startsWith('<!--', at)) return at === html.length
    const end = html.indexOf('-->', at)
    if (end < 0) return false
    at = end + 3
  }
}

/** The error page's last paragraph, which leads back to the form. */
function isWayBack(element: PageElement): boolean {
  if (element.tagName !== 'p' || element.parentNode?.nodeName !== 'body') return false
  return elementsIn(element, 'a').some(link => {
    const url = URL.parse(attributeOf(link, 'href') ?? '', 'https://portal.invalid/WAS6DUS/displayFile.do')
    return url?.pathname.replace(/;.*$/s, '') === '/WAS6DUS/welcome.do'
  })
}
