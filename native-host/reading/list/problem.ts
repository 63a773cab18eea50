/** The reason why a file cannot be a list, as text. */
export class ListProblem extends Error {}

/** The bound that a workbook exceeds even before reading. */
export class ListBeyond extends Error {
  readonly what: 'unpacks-too-large' | 'dtd'

  constructor(what: ListBeyond['what']) {
    super(what)
    this.what = what
  }
}

/** How many columns a list may have: a cell far to the right would make every row as wide. */
const MAX_COLUMNS = 256

/** Throws a ListProblem for a table wider than a list may be. */
export function checkWidth(width: number): void {
  if (width > MAX_COLUMNS) throw new ListProblem(`more than ${MAX_COLUMNS} columns`)
}
