/**
 * Finds a control by the name that a screen reader would read. For the page, as a function of the name. A busy list has no
 * rows: they are those of the query before.
 */
export const FINDER = `(name => {
  const nameOf = e => e.getAttribute('aria-label') ?? e.labels?.[0]?.textContent ?? e.textContent.trim()
  const all = [...document.querySelectorAll('button, [role=tab], [role=option], summary, input, select')]
  const shown = all.filter(e => e.getClientRects().length > 0 && !e.disabled && !e.closest('[role=listbox][aria-busy=true]'))
  return shown.find(e => nameOf(e) === name) ?? shown.find(e => e.role === 'option' && nameOf(e).includes(name))
})`

/**
 * The middle of a control that no longer moves and is not covered; null before. From then on, a press that would land on
 * anything else is stopped, because the page may be redrawn in between: see `CLICK_TAKEN`.
 */
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
  const types = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click']
  let taken = false
  const guard = event => {
    const isHit = find(name)?.contains(event.target) === true
    if (!isHit) {
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    if (event.type !== 'click') return
    taken = isHit
    release()
  }
  const release = () => types.forEach(type => window.removeEventListener(type, guard, true))
  types.forEach(type => window.addEventListener(type, guard, true))
  window.clickTaken = () => {
    release()
    return taken
  }
  return middle
})`

/** After the press: whether the control took the first click. Ends the watch of `PLACE`. */
export const CLICK_TAKEN = 'window.clickTaken?.() === true'
