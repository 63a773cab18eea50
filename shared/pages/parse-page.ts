import { defaultTreeAdapter, parse } from 'parse5'
import { isPlainEnough, MOST_ELEMENTS } from './page-bounds.ts'
import { endOfAnswer, endOfTab, type SeenPage } from './page-end.ts'
import type { PageNode } from './page-tree.ts'

/** A page as the authority sent it. */
export function readAnswer(html: string): SeenPage {
  const root = parsePage(html)
  return { root, end: endOfAnswer(root, html), from: 'answer' }
}

/** A page as a browser shows it, from its `outerHTML`. */
export function readShown(html: string): SeenPage {
  const root = parsePage(html)
  return { root, end: endOfTab(root), from: 'tab' }
}

/** Whether an answer holds its page to the end. */
export const isWholePage = (html: string): boolean => readAnswer(html).end !== undefined

/**
 * A page as browsers read it, with entities decoded and the places of its tags: the authority's pages are not
 * well-formed. A page that would take too long to parse is read as an empty one, which no reader recognises.
 */
function parsePage(html: string): PageNode {
  try {
    return parse(isPlainEnough(html) ? html : '', { sourceCodeLocationInfo: true, treeAdapter: boundedAdapter() })
  } catch (error) {
    if (!(error instanceof TooManyElements)) throw error
    return parse('')
  }
}

/** Never leaves this file. */
class TooManyElements extends Error {}

/**
 * Counts the elements that the parser really makes: the text does not show formatting that it opens again in each
 * block.
 */
function boundedAdapter(): typeof defaultTreeAdapter {
  let made = 0
  return {
    ...defaultTreeAdapter,
    createElement(...args) {
      if (++made > MOST_ELEMENTS) throw new TooManyElements()
      return defaultTreeAdapter.createElement(...args)
    },
  }
}
