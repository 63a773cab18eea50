/** Rows of a table by id. All rows of a filter stay "all", however many there are: the host does the work. */
export type Selection =
  | { all: false; ids: ReadonlySet<string> }
  /** Every row of the filter except these. */
  | { all: true; except: ReadonlySet<string> }

export const NONE: Selection = { all: false, ids: new Set() }
export const ALL: Selection = { all: true, except: new Set() }

export function isSelected(selection: Selection, id: string): boolean {
  return selection.all ? !selection.except.has(id) : selection.ids.has(id)
}

/** The number of selected rows out of `total`. */
export function countOf(selection: Selection, total: number): number {
  return selection.all ? Math.max(0, total - selection.except.size) : selection.ids.size
}

export function toggled(selection: Selection, id: string): Selection {
  return selecting(selection, [id], !isSelected(selection, id))
}

/** The selection with these rows added or removed. */
export function selecting(selection: Selection, ids: readonly string[], wanted: boolean): Selection {
  const named = new Set(selection.all ? selection.except : selection.ids)
  for (const id of ids) {
    if (selection.all !== wanted) named.add(id)
    else named.delete(id)
  }
  return selection.all ? { all: true, except: named } : { all: false, ids: named }
}
