import { beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { openMemory, type SavedSearch } from './stored-layout.ts'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
beforeEach(() => fakeBrowser.reset())

const search = (name: string): SavedSearch => ({ name, hash: `#invoices?q=${name}` })

test('two open desks keep each other’s saved searches and columns', async () => {
  const [one, two] = [await openMemory(), await openMemory()]
  one.setSearches([...one.searches.value, search('restanțe')])
  await expect.poll(() => two.searches.value).toEqual([search('restanțe')])
  two.setLayout('invoices', { shown: ['number'], widths: {} })
  two.setSearches([...two.searches.value, search('chirii')])
  await expect.poll(() => one.searches.value.map(({ name }) => name)).toEqual(['restanțe', 'chirii'])
  expect(one.layouts.value).toEqual({ invoices: { shown: ['number'], widths: {} } })
  const later = await openMemory()
  expect([later.layouts.value, later.searches.value]).toEqual([one.layouts.value, one.searches.value])
})
