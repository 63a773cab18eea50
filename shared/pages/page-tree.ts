/** A node of a page that was read, by a parser or from a browser's tab; it is never written into another page. */
export type PageNode = {
  /** `#text`, `#document` and the like, or an element's name in small letters. */
  nodeName: string
  /** Of a text node. */
  value?: string
  parentNode?: PageNode | null
  childNodes?: readonly PageNode[]
}

export type PageElement = PageNode & {
  tagName: string
  attrs: readonly { name: string; value: string }[]
  /** Where a parser found it. */
  sourceCodeLocation?: { startOffset: number; endTag?: { endOffset: number } } | null
}

/** Elements whose text is not shown to people. */
const UNREAD = ['script', 'style', 'template', 'noscript', 'title']
/** Elements whose text continues the line. */
const INLINE = ['#text', 'a', 'abbr', 'b', 'big', 'em', 'font', 'i', 'small', 'span', 'strong', 'sub', 'sup', 'u']

/** All nodes inside, in the page's order. Without recursion, because a page may be nested to any depth. */
export function nodesIn(root: PageNode): PageNode[] {
  const found: PageNode[] = []
  const pending: PageNode[] = childrenOf(root).toReversed()
  for (let node = pending.pop(); node; node = pending.pop()) {
    found.push(node)
    for (const child of childrenOf(node).toReversed()) pending.push(child)
  }
  return found
}

/** The elements inside, in the page's order; only those with the given names, if any are given. */
export function elementsIn(root: PageNode, ...names: string[]): PageElement[] {
  return nodesIn(root)
    .filter(isElement)
    .filter(({ tagName }) => names.length === 0 || names.includes(tagName))
}

export const isElement = (node: PageNode): node is PageElement => 'tagName' in node

export const childrenOf = (node: PageNode): readonly PageNode[] => node.childNodes ?? []

/** The text of a text node; undefined for any other node. */
export const ownText = (node: PageNode): string | undefined => (node.nodeName === '#text' ? node.value : undefined)

/** The text of an element as a person reads it, with each run of space as one space. */
export function textOf(root: PageNode): string {
  const texts: string[] = []
  const pending: (PageNode | string)[] = [root]
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (typeof node === 'string') texts.push(node)
    else if (!UNREAD.includes(node.nodeName)) {
      texts.push(ownText(node) ?? '')
      const gap = INLINE.includes(node.nodeName) ? '' : ' '
      pending.push(gap)
      for (const child of childrenOf(node).toReversed()) pending.push(child)
      pending.push(gap)
    }
  }
  return texts.join('').replace(/\s+/g, ' ').trim()
}

/** The beginning of an element's text: enough to recognise a short text, however much the element holds. */
export function startOf(root: PageNode): string {
  const texts: string[] = []
  const pending: PageNode[] = [root]
  let length = 0
  for (let looked = 0; looked < 50 && length < 1000; looked++) {
    const node = pending.pop()
    if (!node) break
    if (UNREAD.includes(node.nodeName)) continue
    const gap = INLINE.includes(node.nodeName) ? '' : ' '
    const text = `${gap}${(ownText(node) ?? '').slice(0, 1000)}${gap}`
    texts.push(text)
    length += text.length
    for (const child of childrenOf(node).slice(0, 50).toReversed()) pending.push(child)
  }
  return texts.join('').replace(/\s+/g, ' ').trim()
}

export function attributeOf({ attrs }: PageElement, name: string): string | undefined {
  return attrs.find(attribute => attribute.name === name)?.value
}
