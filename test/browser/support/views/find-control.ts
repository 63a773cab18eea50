/** Finds a control by the name that a screen reader would read. For the page, as a function of the name. */
export const FINDER = `(name => {
  const nameOf = e => e.getAttribute('aria-label') ?? e.labels?.[0]?.textContent ?? e.textContent.trim()
  const all = [...document.querySelectorAll('button, [role=tab], [role=option], summary, input, select')]
  const shown = all.filter(e => e.getClientRects().length > 0 && !e.disabled)
  return shown.find(e => nameOf(e) === name) ?? shown.find(e => e.role === 'option' && nameOf(e).includes(name))
})`

/** The middle of a control that no longer moves and is not covered, with a listener for the click; null before. */
export const PLACE = `(async (find, name) => {
  const found = find(name)
  if (!found) return null
  found.scrollIntoView({ block: 'nearest' })
  const before = found.getBoundingClientRect()
  await new Promise(later => setTimeout(later, 50))
  const { x, y, width, height } = found.getBoundingClientRect()
  const middle = { x: x + width / 2, y: y + height / 2 }
  const still = before.x === x && before.y === y && found.contains(document.elementFromPoint(middle.x, middle.y))
  if (!still) return null
  window.clickTaken = false
  const hear = ({ target }) => { window.clickTaken = find(name)?.contains(target) === true }
  window.addEventListener('click', hear, { capture: true, once: true })
  return middle
})`
