import { type Signal, signal } from '@preact/signals'
import * as v from 'valibot'
import browser from 'webextension-polyfill'
import { watchStored } from '../../browser/watch-stored.ts'
import type { TableId } from './address.ts'

/** The user's columns of a table: their choice, order and widths. */
const Layout = v.object({
  shown: v.array(v.string()),
  /** Pixels, by column. */
  widths: v.record(v.string(), v.number()),
})
export type Layout = v.InferOutput<typeof Layout>

const SavedSearch = v.object({ name: v.string(), hash: v.string() })
export type SavedSearch = v.InferOutput<typeof SavedSearch>

/** The desk's settings on this computer, which several tabs may change. Names of searches are the user's own words; no document is kept here. */
const Remembered = v.object({
  layouts: v.record(v.string(), Layout),
  searches: v.array(SavedSearch),
})
type Remembered = v.InferOutput<typeof Remembered>

const KEY = 'desk'
/** How long to wait for further changes before writing, milliseconds. */
const REST = 200

export type DeskMemory = {
  layouts: Signal<Readonly<Record<string, Layout>>>
  searches: Signal<readonly SavedSearch[]>
  /** Keeps a table's columns; undefined restores the default ones. */
  setLayout(table: TableId, layout: Layout | undefined): void
  setSearches(searches: readonly SavedSearch[]): void
}

export async function openMemory(): Promise<DeskMemory> {
  const memory: DeskMemory = {
    layouts: signal({}),
    searches: signal([]),
    setLayout(table, layout) {
      const { [table]: _before, ...others } = memory.layouts.value
      memory.layouts.value = layout ? { ...others, [table]: layout } : others
      writeSoon()
    },
    setSearches(kept) {
      memory.searches.value = kept
      write()
    },
  }
  let waiting: ReturnType<typeof setTimeout> | undefined
  const write = () => {
    clearTimeout(waiting)
    waiting = undefined
    void browser.storage.local.set({ [KEY]: { layouts: memory.layouts.value, searches: memory.searches.value } })
  }
  // A column changes with every movement while it is dragged.
  const writeSoon = () => {
    clearTimeout(waiting)
    waiting = setTimeout(write, REST)
  }
  await watchStored('local', KEY, value => {
    const stored = v.safeParse(Remembered, value)
    const { layouts, searches }: Remembered = stored.success ? stored.output : { layouts: {}, searches: [] }
    memory.searches.value = searches
    if (waiting === undefined) memory.layouts.value = layouts
  })
  return memory
}
