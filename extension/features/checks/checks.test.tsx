// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import type { SignatureReport } from '../../../shared/protocol/checks.ts'
import { connectHost } from '../../host/client.ts'
import { inMemoryHost } from '../../host/in-memory-port.ts'
import { Checks } from './checks.tsx'
import { Signature } from './signature.tsx'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
beforeEach(() => fakeBrowser.reset())
afterEach(cleanup)

const bytes = Buffer.from('%PDF-1.4 small')
const sha256 = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).toHex()
const source = async () => ({ id: '3001474425' })

function authority(verdict: SignatureReport['verdict'] = 'valid') {
  const asked: boolean[] = []
  const host = inMemoryHost({
    'invoices.pdf': params => {
      const validated = (params as { validate?: boolean }).validate !== false
      asked.push(validated)
      if (validated) return { outcome: 'invalid', findings: [{ rule: 'BR-CO-09', text: 'x' }], traceId: null }
      return { outcome: 'pdf', document: { area: 'files', id: sha256, as: 'pdf' }, access: 'public', validated }
    },
    'documents.describe': () => ({
      fileName: 'factura.pdf',
      mediaType: 'application/pdf',
      size: bytes.length,
      sha256,
    }),
    'documents.read': () => ({ data: bytes.toString('base64'), nextOffset: null, sha256 }),
    'invoices.verify': () => ({
      verdict,
      form: 'detached',
      digest: verdict === 'valid',
      signature: true,
      certificate: { subject: 'CN=Ministerul', issuer: 'CN=Autoritate', serial: '20', validFrom: 0, validTo: 1 },
      chain: 'anchored',
      problem: null,
    }),
    'invoices.verifyAtAuthority': () => ({ verdict: 'invalid', message: 'nu au putut fi validate', access: 'oauth' }),
  })
  const methods = () => host.received.map(frame => (frame as { method: string }).method)
  return { client: connectHost(host.open), asked, methods }
}

test('the PDF without validation is made only when asked for, after its warning, and says what it is', async () => {
  const { client, asked } = authority()
  render(<Checks host={client} source={source} fileName="factura.xml" withValidation />)
  expect(screen.queryByRole('button', { name: 'Fă PDF-ul fără validare' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'PDF' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Fă PDF-ul fără validare' }))
  const question = await screen.findByRole('alertdialog')
  expect(question.textContent).toContain('ANAF nu răspunde pentru el')
  expect(asked).toEqual([true])
  fireEvent.click(screen.getByRole('button', { name: 'Fă PDF-ul' }))
  await screen.findByText(/PDF făcut fără validare/)
  expect(asked).toEqual([true, false])
  const opened = (await fakeBrowser.tabs.query({})).map(({ url }) => url)
  expect(opened.filter(url => url?.startsWith('blob:'))).toHaveLength(1)
})

test('a document that was changed is told aloud, without asking the authority', async () => {
  const { client, methods } = authority('tampered')
  render(<Signature host={client} source={source} />)
  expect((await screen.findByRole('alert')).textContent).toContain('Document modificat')
  expect(methods()).toEqual(['invoices.verify'])
})

test('the authority’s own answer stands beside what this computer found', async () => {
  const { client } = authority()
  render(<Signature host={client} source={source} />)
  await screen.findByText('Semnătură validă', { exact: false })
  expect(screen.getByText('CN=Ministerul')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Întreabă ANAF' }))
  await screen.findByText('ANAF: semnătură nevalidă')
  expect(screen.getByText('nu au putut fi validate')).toBeTruthy()
  expect(screen.getByText('Semnătură validă', { exact: false })).toBeTruthy()
})
