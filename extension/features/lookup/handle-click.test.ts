import { expect, test } from 'vitest'
import { clicked, type MenuClick } from './handle-click.ts'
import type { Outcome } from './on-page/click.ts'

const CLICK: MenuClick = {
  tabId: 7,
  frameId: 0,
  selection: 'CUI 14399840',
  linkUrl: '',
  isEditable: false,
  pageUrl: 'https://a.example/',
  frameUrl: undefined,
}
const IN_FRAME = { frameId: 3, frameUrl: 'https://b.example/' }

/** Handles a click with these answers of the frames. */
function after(
  click: Partial<MenuClick>,
  answers: Record<number, Outcome['outcome'] | 'refused'>,
  read = ['14399840'],
) {
  const happened: string[] = []
  clicked(
    { ...CLICK, ...click },
    {
      showCardIn: ({ frameId }, { cuis }, done) => {
        const outcome = answers[frameId] ?? 'refused'
        happened.push(`frame ${frameId}${cuis.length > 0 ? ` with ${cuis}` : ''}: ${outcome}`)
        done(outcome === 'refused' ? undefined : { outcome, cuis: outcome === 'nothing' ? [] : read })
      },
      openPanel: (cuis, problem) => happened.push(`panel: ${problem ?? cuis}`),
    },
  )
  return happened
}

test('U-03 the card is shown in the frame of the click', () => {
  expect(after({}, { 0: 'shown' })).toEqual(['frame 0: shown'])
  expect(after(IN_FRAME, { 3: 'shown' })).toEqual(['frame 3: shown'])
})

test('U-03 a closed or too small frame leaves the card to the page around it', () => {
  expect(after(IN_FRAME, { 0: 'shown' })).toEqual(['frame 3: refused', 'frame 0 with 14399840: shown'])
  expect(after(IN_FRAME, { 3: 'no-room', 0: 'shown' }, ['34878414'])).toEqual([
    'frame 3: no-room',
    'frame 0 with 34878414: shown',
  ])
})

test('U-03 the page of the click and its frames of the same site are accessible, frames of other sites and files are not', () => {
  let opened: Record<number, boolean> = {}
  const edges: Parameters<typeof clicked>[1] = {
    showCardIn: ({ frameId, isOpened }, _, done) => {
      opened[frameId] = isOpened
      done()
    },
    openPanel: () => undefined,
  }
  clicked({ ...CLICK, ...IN_FRAME }, edges)
  clicked({ ...CLICK, frameId: 4, frameUrl: 'https://a.example/frame' }, edges)
  clicked({ ...CLICK, frameId: 5 }, edges)
  expect(opened).toEqual({ 0: true, 3: false, 4: true, 5: false })
  opened = {}
  clicked({ ...CLICK, pageUrl: 'file:///home/ana/factura.html' }, edges)
  clicked({ ...CLICK, ...IN_FRAME, pageUrl: 'about:blank' }, edges)
  expect(opened).toEqual({ 0: false, 3: false })
})

test('U-03 where no card is possible, the panel shows the companies', () => {
  expect(after({}, {})).toEqual(['frame 0: refused', 'panel: 14399840'])
  expect(after({}, { 0: 'no-page' })).toEqual(['frame 0: no-page', 'panel: 14399840'])
  expect(after(IN_FRAME, {})).toEqual(['frame 3: refused', 'frame 0 with 14399840: refused', 'panel: 14399840'])
  expect(after({ tabId: undefined }, {})).toEqual(['panel: 14399840'])
  expect(after({ tabId: -1 }, {})).toEqual(['panel: 14399840'])
})

test('U-03 the browser’s own PDF viewer is recognised at once: only its frame has the page’s address', () => {
  expect(after({ ...IN_FRAME, frameUrl: CLICK.pageUrl }, {})).toEqual(['panel: 14399840'])
})

test('without a CUI the panel offers its search with the reason', () => {
  expect(after({ selection: '' }, { 0: 'nothing' })).toEqual(['frame 0: nothing', 'panel: no-cui'])
  expect(after({ ...IN_FRAME, selection: '' }, { 3: 'nothing' })).toEqual(['frame 3: nothing', 'panel: no-cui'])
  expect(after({ ...IN_FRAME, selection: '' }, {})).toEqual(['frame 3: refused', 'panel: no-cui'])
  expect(after({ selection: 'CNP 1960101143998' }, { 0: 'nothing' })).toEqual([
    'frame 0: nothing',
    'panel: personal-number',
  ])
})
