/** The button that removes the file in the place of a removed one, or else the heading above the files. */
export function nextCard(beside: readonly Element[], at: number): Element | null {
  const next = beside[at] ?? beside.at(-1)
  return next?.querySelector('.draft-head button') ?? document.querySelector('.drafts-head h2')
}
