type Size = { width: number; height: number }
/** A box in the window, in CSS pixels from the upper left corner. */
export type Box = { left: number; top: number; right: number; bottom: number }

/** Distance to the window's edges, and between the card and the clicked text. */
const MARGIN = 8
const GAP = 6
/** Usual height of the card with an answer; its place is decided before the answer arrives. */
const LIKELY_HEIGHT = 430

/**
 * Position of the card's upper left corner: below the clicked text, above it if there is more room, to its right or left if
 * neither is enough, and always inside the window. Without a clicked text, the upper right corner of the window.
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

const within = (position: number, room: number): number => Math.max(MARGIN, Math.min(position, room - MARGIN))
