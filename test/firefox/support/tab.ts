import { CLICK_TAKEN, FINDER, PLACE } from '../../browser/support/views/find-control.ts'
import { waitFor } from '../../support/wait-for.ts'
import type { Bidi } from './bidi.ts'

/** A tab, with mouse and keys. */
export type Tab = {
  /** Its address at the time of listing. */
  readonly url: string
  evaluate<T>(expression: string): Promise<T>
  /** Clicks the control of this name. */
  click(name: string): Promise<void>
  /** Types into the field with this label, replacing its text. */
  fill(label: string, text: string): Promise<void>
  /** Chooses a file in a page's field. */
  choose(selector: string, path: string): Promise<void>
  /** Clicks the middle of an element, as soon as the page has it. */
  press(selector: string): Promise<void>
  /** The same with the right button. */
  rightClick(selector: string): Promise<void>
  /** Waits until its text holds `text`, and returns the whole text. */
  shows(text: string | RegExp): Promise<string>
  /** The texts of an element and of all its shadow trees, closed ones too, one per line; empty if it does not exist. */
  textsWithin(selector: string): Promise<string>
  screenshot(): Promise<Buffer>
  close(): Promise<void>
}

type Point = { x: number; y: number }
const BUTTONS = { left: 0, right: 2 } as const

export function tabOf(bidi: Bidi, context: string, url: string): Tab {
  const evaluate = <T>(expression: string) => bidi.evaluate<T>(context, expression)
  const press = async ({ x, y }: Point, button: keyof typeof BUTTONS) => {
    const actions = [
      { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
      { type: 'pointerDown', button: BUTTONS[button] },
      { type: 'pointerUp', button: BUTTONS[button] },
    ]
    await bidi.send('input.performActions', { context, actions: [{ type: 'pointer', id: 'mouse', actions }] })
  }
  const middleOf = async (selector: string): Promise<Point> => {
    const box = `document.querySelector(${JSON.stringify(selector)})?.getBoundingClientRect().toJSON() ?? null`
    const { x, y, width, height } = await waitFor(`the page has ${selector}`, async () => {
      // During a navigation there is nothing to ask.
      const found = await evaluate<(Point & { width: number; height: number }) | null>(box).catch(() => null)
      return found ?? undefined
    })
    return { x: x + width / 2, y: y + height / 2 }
  }
  const type = async (text: string) => {
    const actions = [...text].flatMap(value => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ])
    await bidi.send('input.performActions', { context, actions: [{ type: 'key', id: 'keys', actions }] })
  }
  /** Whether the control with this name took the click: while the page is redrawn, it may have moved. */
  const pressNamed = async (name: string) => {
    const place = await evaluate<Point | null>(`${PLACE}(${FINDER}, ${JSON.stringify(name)})`)
    if (!place) return false
    await press(place, 'left')
    // The click may have closed the page.
    return evaluate<boolean>(CLICK_TAKEN).catch(() => true)
  }
  const click = (name: string) => waitFor(`“${name}” is clicked`, () => pressNamed(name))
  return {
    url,
    evaluate,
    click: async name => void (await click(name)),
    fill: async (label, text) => {
      await click(label)
      await evaluate('document.activeElement.select()')
      await type(text)
      await waitFor(`“${label}” has the text`, () =>
        evaluate<boolean>(`${FINDER}(${JSON.stringify(label)})?.value === ${JSON.stringify(text)}`),
      )
    },
    choose: async (selector, path) => {
      const locator = { type: 'css', value: selector }
      const { nodes } = await bidi.send<{ nodes: object[] }>('browsingContext.locateNodes', { context, locator })
      await bidi.send('input.setFiles', { context, element: nodes[0], files: [path] })
    },
    press: async selector => press(await middleOf(selector), 'left'),
    rightClick: async selector => press(await middleOf(selector), 'right'),
    shows: text =>
      waitFor(`${url} shows ${text}`, async () => {
        // During a navigation there is nothing to ask.
        const shown = await evaluate<string>('document.body.innerText').catch(() => '')
        return (typeof text === 'string' ? shown.includes(text) : text.test(shown)) && shown
      }),
    textsWithin: async selector => {
      const { result } = await bidi.send<{ result?: Remote }>('script.evaluate', {
        expression: `document.querySelector(${JSON.stringify(selector)})`,
        target: { context },
        awaitPromise: false,
        serializationOptions: { maxDomDepth: null, includeShadowTree: 'all' },
      })
      return result ? textsOf(result).join('\n') : ''
    },
    screenshot: async () => {
      const { data } = await bidi.send<{ data: string }>('browsingContext.captureScreenshot', { context })
      return Buffer.from(data, 'base64')
    },
    close: async () => void (await bidi.send('browsingContext.close', { context })),
  }
}

/** A node as WebDriver BiDi describes it: the fields that are used here. */
type Remote = {
  value?: { nodeType?: number; nodeValue?: string; children?: Remote[]; shadowRoot?: Remote | null }
}

const TEXT_NODE = 3

function textsOf({ value = {} }: Remote): string[] {
  const { nodeType, nodeValue = '', children = [], shadowRoot } = value
  const own = nodeType === TEXT_NODE && nodeValue.trim() !== '' ? [nodeValue] : []
  return [...own, ...(shadowRoot ? textsOf(shadowRoot) : []), ...children.flatMap(textsOf)]
}
