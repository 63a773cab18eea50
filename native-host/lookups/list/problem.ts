/** Why a file cannot be a list; the text says what is wrong with it. */
export class ListProblem extends Error {}

/** Columns that a list may have: a cell far to the right would make every row as wide. */
const MAX_COLUMNS = 256

/** Throws where a table is wider than a list may be. */
export function checkWidth(width: number): void {
  if (width > MAX_COLUMNS) throw new ListProblem(`more than ${MAX_COLUMNS} columns`)
}
