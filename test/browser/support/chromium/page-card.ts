import type { CDPSession, Page } from 'playwright-core'
import { waitFor } from '../../../support/wait-for.ts'

/** The card on a web page. Its shadow tree is closed to the page, but not to the debugging protocol. */
export type PageCard = {
  /** Its whole current text; undefined while there is no card. */
  text(): Promise<string | undefined>
  /** Waits until its text contains `text`, and returns the whole text. */
  shows(text: string | RegExp): Promise<string>
  gone(): Promise<void>
  /** Clicks, with the mouse, the button of this name or the row that begins with it. */
  click(name: string): Promise<void>
  /** Its box, in CSS pixels of the page. */
  box(): Promise<{ left: number; top: number; right: number; bottom: number }>
}

/** A node of the debugging protocol: the fields that are used here. */
type Node = {
  nodeId: number
  nodeName: string
  nodeValue: string
  attributes?: string[]
  children?: Node[]
  contentDocument?: Node
  shadowRoots?: (Node & { shadowRootType?: string })[]
}

export async function cardOn(page: Page): Promise<PageCard> {
  const session = await page.context().newCDPSession(page)
  const card = async () => cardIn(await documentOf(session))
  return {
    text: async () => {
      const found = await card()
      return found && textOf(found)
    },
    shows: text =>
      waitFor(`the card shows ${text}`, async () => {
        const found = await card()
        const shown = found && textOf(found)
        return shown !== undefined && (typeof text === 'string' ? shown.includes(text) : text.test(shown)) && shown
      }),
    gone: async () => void (await waitFor('the card is gone', async () => (await card()) === undefined)),
    click: name =>
      waitFor(`“${name}” is clicked in the card`, async () => {
        const found = await card()
        const node = found && descendants(found).find(each => each.nodeName === 'BUTTON' && isNamed(each, name))
        const button = node && (await runnerIn(session, node))
        const place = await button?.(PLACE)
        if (!isPoint(place)) return false
        await page.mouse.click(place.x, place.y)
        // The button may have gone from a card that was just redrawn.
        return (await button?.('function () { return this.clickTaken }')) === true
      }).then(() => undefined),
    box: () =>
      waitFor('the card has a box', async () => {
        const found = await card()
        const dialog = found && descendants(found).find(node => attribute(node, 'role') === 'dialog')
        return dialog && boxOf(session, dialog)
      }),
  }
}

async function documentOf(session: CDPSession): Promise<Node> {
  const { root } = await session.send('DOM.getDocument', { depth: -1, pierce: true })
  return root
}

const cardIn = (root: Node): Node | undefined =>
  descendants(root).find(node => 'shadowRootType' in node && node.shadowRootType === 'closed')

function descendants(node: Node): Node[] {
  const below = [
    ...(node.shadowRoots ?? []),
    ...(node.children ?? []),
    ...(node.contentDocument ? [node.contentDocument] : []),
  ]
  return [node, ...below.flatMap(descendants)]
}

/** Texts in order, one per line. */
const textOf = (node: Node): string =>
  descendants(node)
    .filter(({ nodeName, nodeValue }) => nodeName === '#text' && nodeValue.trim() !== '')
    .map(({ nodeValue }) => nodeValue)
    .join('\n')

function attribute({ attributes = [] }: Node, name: string): string | undefined {
  const at = attributes.indexOf(name)
  return at === -1 ? undefined : attributes[at + 1]
}

const isNamed = (node: Node, name: string): boolean =>
  (attribute(node, 'aria-label') ?? textOf(node)) === name || textOf(node).startsWith(`${name}\n`)

/** The middle of a button that no longer moves, with a listener for the click; null while it moves. */
const PLACE = `async function () {
  const before = this.getBoundingClientRect()
  await new Promise(later => setTimeout(later, 50))
  const { x, y, width, height } = this.getBoundingClientRect()
  const middle = { x: x + width / 2, y: y + height / 2 }
  const still = before.x === x && before.y === y && this.contains(this.getRootNode().elementFromPoint(middle.x, middle.y))
  if (!still) return null
  this.clickTaken = false
  this.addEventListener('click', () => { this.clickTaken = true }, { capture: true, once: true })
  return middle
}`

const isPoint = (value: unknown): value is { x: number; y: number } => typeof value === 'object' && value !== null

/** Runs functions with a node as `this`; undefined for a node that has gone. The page cannot notice it. */
async function runnerIn(session: CDPSession, { nodeId }: Node) {
  const { object } = (await session.send('DOM.resolveNode', { nodeId }).catch(() => undefined)) ?? {}
  if (object?.objectId === undefined) return undefined
  const { objectId } = object
  return async (functionDeclaration: string): Promise<unknown> => {
    const call = { objectId, functionDeclaration, returnByValue: true, awaitPromise: true }
    const { result, exceptionDetails } = await session.send('Runtime.callFunctionOn', call)
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value
  }
}

/** Undefined for a node that is not drawn. */
async function boxOf(session: CDPSession, { nodeId }: Node) {
  const model = await session.send('DOM.getBoxModel', { nodeId }).catch(() => undefined)
  if (!model) return undefined
  const [left = 0, top = 0, , , right = 0, bottom = 0] = model.model.border
  return { left, top, right, bottom }
}
