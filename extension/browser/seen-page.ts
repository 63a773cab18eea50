import { MOST_ELEMENTS } from '../../shared/pages/page-bounds.ts'
import { endOfTab, type SeenPage } from '../../shared/pages/page-end.ts'
import type { PageNode } from '../../shared/pages/page-tree.ts'

/** Most characters of a page's text: the authority's pages have a few thousand. */
const MOST_TEXT = 500_000

/**
 * A page of the browser, for the readers of the authority's pages: the browser has parsed it already, so that no script needs
 * a parser of its own. A page that is too large to be the authority's is read as an empty one, which no reader recognises.
 */
export function seenPage(document: Document): SeenPage {
  const root = treeOf(document) ?? { nodeName: '#document' }
  return { root, end: endOfTab(root), from: 'tab' }
}

type Made = PageNode & { childNodes: PageNode[] }

/** Without recursion, because a page may be nested to any depth. */
function treeOf(document: Document): PageNode | undefined {
  const root: Made = { nodeName: '#document', childNodes: [] }
  const pending: [Node, Made][] = [[document, root]]
  let [elements, characters] = [0, 0]
  for (let next = pending.pop(); next; next = pending.pop()) {
    const [seen, made] = next
    for (const child of seen.childNodes) {
      const node: Made = { ...describe(child), parentNode: made, childNodes: [] }
      made.childNodes.push(node)
      elements += 1
      characters += node.value?.length ?? 0
      if (elements > MOST_ELEMENTS || characters > MOST_TEXT) return undefined
      pending.push([child, node])
    }
  }
  return root
}

function describe(node: Node): PageNode {
  if (node instanceof Text) return { nodeName: '#text', value: node.data }
  if (!(node instanceof Element)) return { nodeName: node.nodeName }
  const attrs = [...node.attributes].map(({ name, value }) => ({ name, value }))
  const element = { nodeName: node.localName, tagName: node.localName, attrs }
  return element
}
