import { expect, test } from 'vitest'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { OfficeDocuments } from './documents.ts'
import { restingDocuments } from './resting-documents.ts'

const MINUTE = 60_000
const [SMALL, LARGE] = [new Uint8Array(1), new Uint8Array(9)]
const away = new RecipisaError('office-storage', { problem: 'no answer' })

/** An office whose large documents lie in a store that fails while `isAway`; `asked` counts the calls to that. */
function anOffice() {
  let now = 0
  const store = { isAway: true, asked: 0 }
  const ask = () => {
    store.asked++
    if (store.isAway) throw away
  }
  const documents: OfficeDocuments = {
    storageProblem: null,
    missing: async () => [],
    liesInStore: size => size > 1,
    async add(_key, { length }) {
      if (length > 1) ask()
      return { insert: async () => undefined }
    },
    async read({ sha256 }, only) {
      if (sha256 === 'small') return SMALL
      if (only === 'in-database') return undefined
      ask()
      return LARGE
    },
  }
  const { read, add } = restingDocuments(
    async () => documents,
    () => now,
  )
  return {
    store,
    read: (sha256: string) => read({ company: '1', sha256 }),
    add: (bytes: Uint8Array) => add({ company: '1', sha256: 'x' }, bytes),
    later(ms: number) {
      now += ms
    },
  }
}

test('a store that has failed is not asked for the next minute, neither for documents nor to take them', async () => {
  const { store, read, add, later } = anOffice()
  for (let n = 0; n < 3; n++) {
    await expect(read('large')).rejects.toBe(away)
    await expect(add(LARGE)).rejects.toBe(away)
  }
  expect(store.asked).toBe(1)
  store.isAway = false
  later(MINUTE - 1)
  await expect(read('large')).rejects.toBe(away)
  later(1)
  expect(await read('large')).toBe(LARGE)
  await add(LARGE)
  expect(store.asked).toBe(3)
})

test('meanwhile documents of the database come and go', async () => {
  const { store, read, add } = anOffice()
  await expect(add(LARGE)).rejects.toBe(away)
  expect(await read('small')).toBe(SMALL)
  await add(SMALL)
  expect(store.asked).toBe(1)
})

test('a document that the store has lost or changed is no failure of the store', async () => {
  const lost = new RecipisaError('office-document-missing', { sha256: 'x' })
  const asked: unknown[] = []
  const lose: OfficeDocuments['read'] = (_key, only) => {
    asked.push(only)
    return Promise.reject(lost)
  }
  const documents = { read: lose } as Partial<OfficeDocuments> as OfficeDocuments
  const { read } = restingDocuments(
    async () => documents,
    () => 0,
  )
  for (let n = 0; n < 2; n++) await expect(read({ company: '1', sha256: 'x' })).rejects.toBe(lost)
  expect(asked).toEqual([undefined, undefined])
})
