import type { Signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { DESK_TABLES } from './address.ts'
import type { DeskState } from './desk-state.ts'
import { NONE } from './selection.ts'

/** Rows that Page Up and Page Down skip. */
const STRIDE = 10

type Options = {
  desk: DeskState
  count: () => number
  active: Signal<number>
  onOpen: (index: number) => void
  /** Undefined if there are no actions for several rows. */
  onSelect: ((index: number) => void) | undefined
  onSelectAll: (() => void) | undefined
  onHelp: () => void
}

/** The keys of the desk, except while the focus is in a field, a menu, a dialog or the detail. */
export function useDeskKeys({ desk, count, active, onOpen, onSelect, onSelectAll, onHelp }: Options): void {
  useEffect(() => {
    const move = (target: number) => {
      active.value = Math.max(0, Math.min(count() - 1, target))
      document.querySelector<HTMLElement>('.table > table')?.focus({ preventScroll: true })
    }
    const actions: Readonly<Record<string, (() => void) | undefined>> = {
      '/': () => searchField()?.focus(),
      '?': onHelp,
      j: () => move(active.value + 1),
      k: () => move(active.value - 1),
      ArrowDown: () => move(active.value + 1),
      ArrowUp: () => move(active.value - 1),
      PageDown: () => move(active.value + STRIDE),
      PageUp: () => move(active.value - STRIDE),
      Home: () => move(0),
      End: () => move(count() - 1),
      Enter: () => onOpen(active.value),
      x: onSelect && (() => onSelect(active.value)),
      X: onSelectAll,
      ']': () => desk.showTable(beside(desk, 1)),
      '[': () => desk.showTable(beside(desk, -1)),
      Escape: () => {
        if (desk.view.peek().open === undefined) desk.selection.value = NONE
        else desk.go({ open: undefined })
      },
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      const target = event.target instanceof HTMLElement ? event.target : document.body
      if (target === searchField() && (event.key === 'Escape' || event.key === 'ArrowDown')) {
        event.preventDefault()
        return move(active.value)
      }
      const isElsewhere =
        target.closest('input:not([type=checkbox]), textarea, select, dialog, [role=dialog], [popover]') !== null
      // Enter and the arrows belong to the focused button or detail.
      const isBusy =
        /^(Enter|Arrow|Page|Home|End)/.test(event.key) && target.closest('button, a, .desk-detail') !== null
      const action = isElsewhere || isBusy ? undefined : actions[event.key]
      if (!action) return
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [desk, count, active, onOpen, onSelect, onSelectAll, onHelp])
}

const searchField = () => document.querySelector<HTMLInputElement>('.desk-search input')

function beside({ view }: DeskState, step: number) {
  const at = DESK_TABLES.indexOf(view.peek().table)
  return DESK_TABLES[(at + step + DESK_TABLES.length) % DESK_TABLES.length] ?? 'invoices'
}
