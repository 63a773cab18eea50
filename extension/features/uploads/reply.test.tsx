// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { connectHost } from '../../host/client.ts'
import { inMemoryHost } from '../../host/port.fixture.ts'
import { invoiceItemOf } from '../invoices/invoices.fixture.ts'
import { pageInMemory } from '../page/page.fixture.ts'
import { Reply } from './reply.tsx'
import { createUploadList } from './upload-list.ts'
import { inspectionOf, uploadOf } from './uploads.fixture.ts'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
afterEach(cleanup)

const ITEM = invoiceItemOf({ id: '7', uploadIndex: '70' })

test('E-31 the sent message is the shown one, also when words are typed while it is being composed', async () => {
  const composed: string[] = []
  const sent: string[] = []
  const first = Promise.withResolvers<void>()
  const shaOf = (message: string) => String(composed.indexOf(message)).repeat(64)
  const host = inMemoryHost({
    'uploads.compose': async params => {
      const { message } = params as { message: string }
      composed.push(message)
      if (composed.length === 1) await first.promise
      return inspectionOf(shaOf(message), { standard: 'RASP', invoice: null })
    },
    'uploads.list': () => ({ items: [], total: 0 }),
    'uploads.send': params => {
      const { sha256 } = params as { sha256: string }
      sent.push(...composed.filter(message => shaOf(message) === sha256))
      return { attempt: uploadOf(1, 'ok') }
    },
  })
  const page = pageInMemory(connectHost(host.open))
  const uploadList = createUploadList(page.host, page.changed)
  render(<Reply item={ITEM} invoiceNumber="FCT-1" page={page} uploadList={uploadList} />)
  const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
  const type = (value: string) => fireEvent.input(screen.getByLabelText('Mesajul'), { target: { value } })

  fireEvent.click(button('Mesaj către emitent'))
  type('Prețul este greșit')
  fireEvent.click(button('Previzualizează'))
  await expect.poll(() => composed).toHaveLength(1)
  type('Prețul este greșit la linia 2')
  first.resolve()
  // Answered after the composed message.
  await uploadList.load()
  expect(document.querySelector('blockquote')).toBeNull()
  fireEvent.click(button('Previzualizează'))
  const send = await screen.findByRole('button', { name: 'Trimite mesajul' })
  const shown = document.querySelector('blockquote')?.textContent
  fireEvent.click(send)
  await screen.findByText('Validată')
  expect(shown).toBe('Prețul este greșit la linia 2')
  expect(sent).toEqual([shown])
})
