import { effect, type Signal, signal } from '@preact/signals'
import { render } from 'preact'
import { locale, t } from '../../../locales/locale.ts'
import '../../../ui/visible-text.ts'
import type { Card } from '../card/card.ts'
import { CardView } from '../card/card-view.tsx'
import { copyInPage } from './copy-text.ts'
import styles from './on-page.css?inline'
import { type Box, placeCard } from './place-card.ts'

/** How often "two minutes ago" is looked at again, in milliseconds. */
const AGE_PERIOD = 30_000
/** What the page need not hear of what goes on in the card: its shortcuts, focus traps and clicks outside stay quiet. */
const QUIET = ['keydown', 'keyup', 'keypress', 'click', 'mousedown', 'mouseup', 'pointerdown', 'pointerup', 'focusin']

type Actions = { onPanel: (cuis: string[]) => void; onClose: () => void }

/**
 * Draws a card over the page, in a closed shadow tree: neither side's styles reach the other, and the page's scripts see
 * an empty element. Everything is set through the object model, so that no content security policy is in its way.
 * Returns what takes it away again.
 */
export function mountCard(card: Card, anchor: Box | undefined, actions: Actions): () => void {
  const closed = new AbortController()
  const focusedBefore = document.activeElement
  const host = document.createElement('div')
  const root = host.attachShadow({ mode: 'closed' })
  dress(root)
  const now = signal(Date.now())
  const frame = document.createElement('div')
  frame.className = 'on-page'
  frame.tabIndex = -1
  frame.role = 'dialog'
  const stopNaming = effect(() => {
    frame.lang = locale.value
    frame.ariaLabel = t('card-label')
  })
  root.append(frame)
  for (const type of QUIET) frame.addEventListener(type, event => event.stopPropagation())
  render(<Content card={card} now={now} actions={{ ...actions, onClose: () => close() }} />, frame)
  show(host)

  const place = () => {
    const { clientWidth: width, clientHeight: height } = document.documentElement
    const { left, top } = placeCard(anchor, frame.getBoundingClientRect(), { width, height: height || innerHeight })
    frame.style.left = `${left}px`
    frame.style.top = `${top}px`
  }
  place()
  const sizes = new ResizeObserver(place)
  sizes.observe(frame)
  window.addEventListener('resize', place, { signal: closed.signal })
  window.addEventListener(
    'keydown',
    event => {
      if (event.key !== 'Escape' || !host.isConnected) return
      event.stopPropagation()
      event.preventDefault()
      close()
    },
    { capture: true, signal: closed.signal },
  )
  const clock = setInterval(() => {
    now.value = Date.now()
  }, AGE_PERIOD)
  frame.focus({ preventScroll: true })

  const close = () => {
    if (closed.signal.aborted) return
    closed.abort()
    clearInterval(clock)
    sizes.disconnect()
    stopNaming()
    const hadFocus = root.activeElement !== null
    render(null, frame)
    host.remove()
    if (hadFocus && focusedBefore instanceof HTMLElement) focusedBefore.focus({ preventScroll: true })
    actions.onClose()
  }
  return close
}

function Content({ card, now, actions }: { card: Card; now: Signal<number>; actions: Actions }) {
  return <CardView card={card} now={now.value} copy={copyInPage} {...actions} />
}

function dress(root: ShadowRoot): void {
  try {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(styles)
    root.adoptedStyleSheets = [sheet]
  } catch {
    // Firefox does not let an extension's scripts adopt sheets in a page (its bug 1770592).
    const style = document.createElement('style')
    style.textContent = styles
    root.append(style)
  }
}

/** In the top layer, above everything of the page; inside an open modal dialog, outside of which all is inert. */
function show(host: HTMLElement): void {
  const dialog = [...document.querySelectorAll('dialog:modal')].at(-1)
  const parent = dialog ?? document.documentElement
  parent.append(host)
  host.popover = 'manual'
  host.showPopover()
}
