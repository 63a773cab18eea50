/** The button that removes the file in the place of a removed one, or else the heading above the files. */
export function nextCard(beside: readonly Element[], at: number): Element | null {
  const next = beside[at] ?? beside.at(-1)
  return next?.querySelector('.draft-head button') ?? document.querySelector('.drafts-head h2')
}

/** Whether some files were sent, and of the others none can be sent now: they stay for later. */
export function isRestForLater(phases: readonly string[], ready: readonly unknown[]): boolean {
  return ready.length === 0 && phases.includes('sent') && !phases.includes('reading')
}
