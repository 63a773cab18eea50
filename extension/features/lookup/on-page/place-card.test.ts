import { expect, test } from 'vitest'
import { placeCard } from './place-card.ts'

const card = { width: 340, height: 300 }
const view = { width: 1000, height: 800 }
const at = (left: number, top: number) => ({ left, top, right: left + 80, bottom: top + 20 })

test('the card stands below the selection, and above it where there is more room', () => {
  expect(placeCard(at(100, 100), card, view)).toEqual({ left: 100, top: 126 })
  expect(placeCard(at(100, 700), card, view)).toEqual({ left: 100, top: 394 })
})

test('with too little room above and below it stands beside the selection, and does not cover it', () => {
  const low = { width: 1000, height: 600 }
  expect(placeCard(at(100, 300), card, low)).toEqual({ left: 186, top: 292 })
  expect(placeCard(at(800, 200), card, low)).toEqual({ left: 454, top: 200 })
  const wide = { left: 100, top: 300, right: 900, bottom: 320 }
  expect(placeCard(wide, card, low)).toEqual({ left: 100, top: 8 })
})

test('the side does not change while the card grows', () => {
  const tops = [80, 200, 380].map(height => placeCard(at(100, 300), { ...card, height }, view).top)
  expect(new Set(tops)).toEqual(new Set([326]))
})

test.each([
  [at(-500, -500)],
  [at(990, 790)],
  [at(5000, 5000)],
  [{ left: 0, top: 0, right: 1000, bottom: 800 }],
  [undefined],
])('the card is never off the window, beside %j', anchor => {
  const { left, top } = placeCard(anchor, card, view)
  expect(left).toBeGreaterThanOrEqual(8)
  expect(top).toBeGreaterThanOrEqual(8)
  expect(left + card.width).toBeLessThanOrEqual(view.width - 8)
  expect(top + card.height).toBeLessThanOrEqual(view.height - 8)
})

test('in a window smaller than the card its beginning is seen', () => {
  expect(placeCard(at(100, 100), card, { width: 200, height: 200 })).toEqual({ left: 8, top: 8 })
})
