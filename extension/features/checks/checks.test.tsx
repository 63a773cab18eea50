// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import type { SignatureReport } from '../../../shared/protocol/invoices/checks.ts'
import { connectHost } from '../../host/client.ts'
import { inMemoryHost } from '../../host/port.fixture.ts'
import { Checks } from './checks.tsx'
import { Signature } from './signature.tsx'

const downloads = vi.hoisted(() => ({ download: vi.fn<() => Promise<number>>() }))
vi.mock('webextension-polyfill', () => ({ default: { ...fakeBrowser, downloads } }))
beforeEach(() => fakeBrowser.reset())
afterEach(cleanup)

const bytes = Buffer.from('%PDF-1.4 small')
const sha256 = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).toHex()
const source = async () => ({ id: '3001474425' })

type Answer = { verdict: 'valid' | 'invalid'; message: string }

function authority(
  verdict: SignatureReport['verdict'] = 'valid',
  changes: Partial<SignatureReport> = {},
  answer: Answer = { verdict: 'invalid', message: 'nu au putut fi validate' },
) {
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
      how: null,
      digest: verdict === 'valid',
      signature: true,
      certificate: { subject: 'CN=Ministerul', issuer: 'CN=Autoritate', serial: '20', validFrom: 0, validTo: 1 },
      chain: 'anchored',
      problem: null,
      ...changes,
    }),
    'invoices.verifyAtAuthority': () => ({ ...answer, access: 'oauth' }),
  })
  const methods = () => host.received.map(frame => (frame as { method: string }).method)
  return { client: connectHost(host.open), asked, methods }
}

test('the PDF without validation is generated only on request, after a warning, and is labelled', async () => {
  const { client, asked } = authority()
  render(<Checks host={client} source={source} fileName="factura.xml" withValidation />)
  expect(screen.queryByRole('button', { name: 'Generează PDF fără validare' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'PDF' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Generează PDF fără validare' }))
  const question = await screen.findByRole('alertdialog')
  expect(question.textContent).toContain('ANAF nu răspunde pentru el')
  expect(asked).toEqual([true])
  fireEvent.click(screen.getByRole('button', { name: 'Generează PDF-ul' }))
  await screen.findByText(/PDF generat fără validare/)
  expect(asked).toEqual([true, false])
  const opened = (await fakeBrowser.tabs.query({})).map(({ url }) => url)
  expect(opened.filter(url => url?.startsWith('blob:'))).toHaveLength(1)
})

test('U-02 a cancelled “Save as” leaves the PDF to be saved again, without an error', async () => {
  const { client } = authority()
  render(<Checks host={client} source={source} fileName="factura.xml" withValidation />)
  fireEvent.click(screen.getByRole('button', { name: 'PDF' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Generează PDF fără validare' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Generează PDF-ul' }))
  const save = await screen.findByRole<HTMLButtonElement>('button', { name: 'Salvează PDF' })
  downloads.download.mockRejectedValueOnce(new Error('Download canceled by the user'))
  fireEvent.click(save)
  await expect.poll(() => downloads.download).toHaveBeenCalledOnce()
  await expect.poll(() => save.disabled).toBe(false)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a changed document is reported as an alert, without asking the authority', async () => {
  const { client, methods } = authority('tampered')
  render(<Signature host={client} source={source} />)
  expect((await screen.findByRole('alert')).textContent).toContain('Document modificat')
  expect(methods()).toEqual(['invoices.verify'])
})

test('the authority’s answer is shown beside this computer’s verdict', async () => {
  const { client } = authority()
  render(<Signature host={client} source={source} />)
  await screen.findByText('Semnătură validă', { exact: false })
  expect(screen.getByText('CN=Ministerul')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Verifică la ANAF' }))
  await screen.findByText('ANAF: semnătură nevalidă')
  expect(screen.getByText('nu au putut fi validate')).toBeTruthy()
  expect(screen.getByText('Semnătură validă', { exact: false })).toBeTruthy()
})

test('E-36 a valid signature shows how it was verified, and that its certificate is self-signed', async () => {
  const how = { digestOf: 'document', canonicalization: 'inclusive', signedInfo: 'without-line-breaks' } as const
  const { client } = authority('valid', { form: 'enveloped', how, chain: 'self-signed' })
  render(<Signature host={client} source={source} />)
  await screen.findByText('a documentului așa cum a fost transmis, forma canonică inclusivă (C14N 1.0)')
  expect(screen.getByText('pentru SignedInfo fără rândurile adăugate după semnare între elementele lui')).toBeTruthy()
  expect(screen.getByText('semnătură într-o copie a documentului')).toBeTruthy()
  expect(screen.getAllByText('certificat autosemnat', { exact: false })).toHaveLength(2)
})

test('a valid signature is never shown without its signer: an unchecked issuer is named beside it', async () => {
  const { client } = authority('valid', { chain: 'not-checked' })
  render(<Signature host={client} source={source} />)
  await screen.findByText('Semnătură validă', { exact: false })
  const verdicts = screen.getAllByText('neverificat: niciun emitent configurat')
  expect(verdicts.some(element => element.closest('details') === null)).toBe(true)
  cleanup()
  render(<Signature host={authority('valid', { chain: 'anchored' }).client} source={source} />)
  await screen.findByText('Semnătură validă', { exact: false })
  const anchored = screen.getAllByText('duce la', { exact: false })
  expect(anchored.every(element => element.closest('details') !== null)).toBe(true)
})

test('E-36 without a verdict the claimed signer is named, and the authority can be asked', async () => {
  const nothing = { form: null, digest: null, signature: null, chain: 'not-checked', problem: 'unknown' } as const
  const { client } = authority('unverifiable', nothing, { verdict: 'valid', message: 'au fost validate' })
  render(<Signature host={client} source={source} />)
  const named = await screen.findByText('CN=Ministerul')
  expect(named.closest('details')?.open).toBe(true)
  expect(screen.getByText('Semnat, potrivit fișierului, de')).toBeTruthy()
  expect(screen.getByText('neverificat: nu s-a confirmat cine a semnat')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Verifică la ANAF' }))
  await screen.findByText('ANAF: semnătură validă')
  expect(screen.queryByText('dau rezultate diferite', { exact: false })).toBeNull()
})

test('E-36 when this computer and the authority disagree, both verdicts are shown, and which one counts', async () => {
  const { client } = authority('tampered', {}, { verdict: 'valid', message: 'au fost validate' })
  render(<Signature host={client} source={source} />)
  await screen.findByText('Document modificat', { exact: false })
  fireEvent.click(screen.getByRole('button', { name: 'Verifică la ANAF' }))
  await screen.findByText('Contează răspunsul ANAF', { exact: false })
  expect(screen.getByText('Document modificat', { exact: false })).toBeTruthy()
  expect(screen.getByText('ANAF: semnătură validă')).toBeTruthy()
})

test('a foreign signature value and a different copy are not reported as a changed document', async () => {
  const { client } = authority('tampered', { digest: true, signature: false })
  render(<Signature host={client} source={source} />)
  await screen.findByText('Semnătura nu se confirmă', { exact: false })
  cleanup()
  render(<Signature host={authority('tampered', { digest: true, signature: true }).client} source={source} />)
  await screen.findByText('Copia semnată din ZIP diferă de document', { exact: false })
})
