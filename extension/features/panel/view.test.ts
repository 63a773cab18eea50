// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { leaveForPanel } from '../../browser/panel-target.ts'
import { connectHost } from '../../host/client.ts'
import { inMemoryHost } from '../../host/port.fixture.ts'
import { pageInMemory } from '../page/page.fixture.ts'
import { openWindow } from './panel.fixture.tsx'
import { createPanelView } from './view.ts'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
beforeEach(openWindow)

test('a search from the popup is asked at once, of all companies; the panel never shows the whole list first', async () => {
  await fakeBrowser.storage.local.set({ company: '14399840' })
  await leaveForPanel({ search: 'NOUA-1' })
  const { list } = await createPanelView(pageInMemory(connectHost(inMemoryHost().open)))
  expect(list.query.value).toEqual({ cui: undefined, filter: 'all', search: 'NOUA-1' })
  expect(list.isBeginning.value).toBe(true)
  await expect.poll(() => fakeBrowser.storage.local.get('company')).toEqual({})
})

test('an open panel asks for a search from the popup at once, too', async () => {
  const host = inMemoryHost()
  const { list } = await createPanelView(pageInMemory(connectHost(host.open)))
  const asked = () => host.received.filter(each => (each as { method: string }).method === 'invoices.list')
  await expect.poll(asked).toHaveLength(1)
  await leaveForPanel({ search: 'NOUA-1' })
  await expect.poll(asked).toHaveLength(2)
  expect(asked()[1]).toMatchObject({ params: { search: 'NOUA-1' } })
  expect(list.isBeginning.value).toBe(true)
})

test('a search that another window asks of its panel is not shown here', async () => {
  const other = await fakeBrowser.windows.create({ focused: false })
  const host = inMemoryHost()
  await createPanelView(pageInMemory(connectHost(host.open)))
  await leaveForPanel({ search: 'NOUA-1' }, other?.id)
  await leaveForPanel({ search: 'NOUA-2' }, (await fakeBrowser.windows.getCurrent()).id)
  await expect.poll(() => JSON.stringify(host.received)).toContain('NOUA-2')
  expect(JSON.stringify(host.received)).not.toContain('NOUA-1')
})
