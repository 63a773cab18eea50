import { type ReadonlySignal, signal } from '@preact/signals'
import { type Declaration, type DeclarationState, MAX_BATCH } from '../../../shared/protocol/declarations.ts'
import type { HostClient } from '../../host/client.ts'
import { readLatest } from '../../host/latest.ts'

/** How many more are shown by a click. */
const PAGE_SIZE = 100
/** States that change by themselves. */
const MOVING: readonly DeclarationState[] = ['sending', 'processing', 'unknown']
/** Whether it is not over, or its receipt is still looked for. */
const isMoving = ({ state, nextCheckAt }: Declaration) => MOVING.includes(state) || nextCheckAt !== null

/** The declarations as this page knows them, each followed while it is not over. */
export type DeclarationList = {
  /** The latest first; undefined before the first answer. */
  items: ReadonlySignal<readonly Declaration[] | undefined>
  total: ReadonlySignal<number>
  error: ReadonlySignal<unknown>
  /** Of a company, or of all of them. */
  load(cui?: string): Promise<void>
  /** The same list again. */
  reload(): Promise<void>
  more(): Promise<void>
  find(id: number): Declaration | undefined
  /** Takes over what another answer told, and follows it. */
  take(declarations: readonly Declaration[]): void
  /** Asks the filing-status page now. Rejects with what the host reports. */
  check(id: number): Promise<void>
}

/** `changed` is called when one came into another state. */
export function createDeclarationList(host: HostClient, changed: () => Promise<void>): DeclarationList {
  const items = signal<readonly Declaration[] | undefined>()
  const total = signal(0)
  const error = signal<unknown>()
  let limit = PAGE_SIZE
  let company: string | undefined
  const followed = new Set<number>()
  /** Those that the host looks for no more by itself. */
  const rested = new Set<number>()

  const find = (id: number) => items.value?.find(declaration => declaration.id === id)

  /** Rows that are not in the list are added only where `adds`: another company may be looked at since. */
  const put = (declarations: readonly Declaration[], adds: boolean) => {
    const before = new Map((items.value ?? []).map(declaration => [declaration.id, declaration]))
    const news = declarations.filter(({ id }) => !before.has(id))
    const hasMoved = declarations.some(({ id, state, receipt }) => {
      const known = before.get(id)
      return known?.state !== state || known.receipt !== receipt
    })
    for (const declaration of declarations) {
      if (adds || before.has(declaration.id)) before.set(declaration.id, declaration)
    }
    items.value = [...before.values()].sort((a, b) => b.id - a.id)
    if (adds) total.value += news.length
    if (hasMoved) void changed()
  }

  const follow = async (declarations: readonly Declaration[]) => {
    const ids = declarations
      .filter(declaration => isMoving(declaration) && !followed.has(declaration.id) && !rested.has(declaration.id))
      .map(({ id }) => id)
      .slice(0, MAX_BATCH)
    if (ids.length === 0) return
    for (const id of ids) followed.add(id)
    try {
      const settled = await host.request(
        'declarations.follow',
        { ids },
        { onProgress: found => put(found.declarations, false) },
      )
      for (const { id } of settled.declarations) rested.add(id)
      put(settled.declarations, false)
    } catch (problem) {
      error.value = problem
    } finally {
      for (const id of ids) followed.delete(id)
    }
  }

  const take = (declarations: readonly Declaration[]) => {
    for (const { id } of declarations) rested.delete(id)
    put(declarations, true)
    void follow(declarations)
  }

  const load = async () => {
    const cui = company
    try {
      const of = cui === undefined ? {} : { cui }
      const found = await readLatest(limit, part => host.request('declarations.list', { ...part, ...of }))
      if (company !== cui) return // another company was chosen meanwhile
      items.value = found.items
      total.value = found.total
      error.value = undefined
      void follow(found.items)
    } catch (problem) {
      error.value = problem
    }
  }

  return {
    items,
    total,
    error,
    find,
    take,
    reload: load,
    load: async cui => {
      company = cui
      await load()
    },
    async more() {
      limit += PAGE_SIZE
      await load()
    },
    async check(id) {
      const { declaration } = await host.request('declarations.check', { id })
      take([declaration])
    },
  }
}
