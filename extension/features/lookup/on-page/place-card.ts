type Size = { width: number; height: number }
/** A box of the window, in CSS pixels from its upper left corner. */
export type Box = { left: number; top: number; right: number; bottom: number }

/** Room to the window's edges, and between the card and what it is about. */
const MARGIN = 8
const GAP = 6
/** Height of the card with a usual answer: which side has room for it is decided before it has come. */
const LIKELY_HEIGHT = 430

/**
 * Where the card's upper left corner goes: below what was clicked, above it where there is more room, to its right or
 * left where neither is enough, and never off the window. Without anything to stand beside, the upper right corner.
 */
export function placeCard(anchor: Box | undefined, card: Size, view: Size): { left: number; top: number } {
  if (!anchor) return { left: Math.max(MARGIN, view.width - card.width - MARGIN), top: MARGIN }
  const [above, below] = [anchor.top - GAP, view.height - anchor.bottom - GAP]
  const isBelow = below >= LIKELY_HEIGHT + MARGIN || below >= above
  if (Math.max(above, below) < LIKELY_HEIGHT + MARGIN) {
    const room = card.width + GAP + MARGIN
    const isRight = view.width - anchor.right >= room
    if (isRight || anchor.left >= room)
      return {
        left: isRight ? anchor.right + GAP : anchor.left - GAP - card.width,
        top: within(anchor.top, view.height - card.height),
      }
  }
  return {
    left: within(anchor.left, view.width - card.width),
    top: within(isBelow ? anchor.bottom + GAP : anchor.top - GAP - card.height, view.height - card.height),
  }
}

const within = (wanted: number, room: number): number => Math.max(MARGIN, Math.min(wanted, room - MARGIN))
