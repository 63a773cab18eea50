import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Params, ResultOf } from '../../../shared/protocol/methods.ts'
import type { Archive } from '../../archive/core/archive.ts'
import { sha256Of } from '../../archive/store/hash.ts'
import { readDocumentInThread } from '../../reading/reader.ts'
import { isZip } from '../../reading/zip-entries.ts'
import type { Services } from '../../services.ts'
import { unverifiable } from '../../signature/unverifiable.ts'
import type { Handlers } from '../core/handler.ts'
import { readDocument } from './documents.ts'

type Area = 'invoices.validate' | 'invoices.pdf' | 'invoices.verify' | 'invoices.verifyAtAuthority'
type Source = Params<'invoices.validate'>['source']
type Pair = { document: Uint8Array; signature: Uint8Array }

/** Checks of archived documents and of files: the authority's stateless ones, and this machine's own. */
export function checksOperations(services: Services): Pick<Handlers, Area> {
  return {
    'invoices.validate': async ({ source }, { signal }) => {
      const xml = await xmlOf(await services.archive(), source)
      return (await services.checks()).validate(xml, signal)
    },
    'invoices.pdf': async ({ source, validate }, { signal }) => {
      const archive = await services.archive()
      const stored = 'id' in source ? storedPdf(archive, source.id, validate) : undefined
      if (stored) return stored
      const xml = await xmlOf(archive, source)
      const answer = await (await services.checks()).toPdf(xml, { validate }, signal)
      if (answer.outcome === 'invalid') return answer
      const { access, validated } = answer
      if ('id' in source) await archive.messages.storePdf(source.id, answer)
      else await archive.files.storePdf(sha256Of(xml), source.fileName, answer)
      return { outcome: 'pdf', document: pdfRef(source, xml), access, validated }
    },
    'invoices.verify': async ({ source }) => {
      const pair = await pairOf(await services.archive(), source)
      if (!pair) return unverifiable('the ZIP holds no document with its signature')
      const { signatureAnchors } = await services.profile()
      return readDocumentInThread('signature', pair, { anchors: signatureAnchors })
    },
    'invoices.verifyAtAuthority': async ({ source }, { signal }) => {
      const pair = await pairOf(await services.archive(), source)
      if (!pair) throw new RecipisaError('zip-without-signature')
      return (await services.checks()).validateSignature(pair, signal)
    },
  }
}

/** The stored PDF of a message; one made without validation does not replace one made with it. */
function storedPdf({ messages }: Archive, id: string, validate: boolean): ResultOf<'invoices.pdf'> | undefined {
  const stored = messages.get(id) && messages.pdf(id)
  if (!stored || (validate && !stored.validated)) return undefined
  return { outcome: 'pdf', document: { area: 'invoices', id, as: 'pdf' }, ...stored }
}

function pdfRef(source: Source, xml: Uint8Array) {
  return 'id' in source
    ? ({ area: 'invoices', id: source.id, as: 'pdf' } as const)
    : ({ area: 'files', id: sha256Of(xml), as: 'pdf' } as const)
}

/** The XML of an archived message, of a ZIP, or the file itself. */
async function xmlOf(archive: Archive, source: Source): Promise<Uint8Array> {
  if ('id' in source) return (await readDocument(archive, { area: 'invoices', id: source.id, as: 'xml' })).bytes
  const bytes = Buffer.from(source.data, 'base64')
  return (isZip(bytes) && (await readDocumentInThread('members', bytes)).document) || bytes
}

async function pairOf(archive: Archive, source: Source): Promise<Pair | undefined> {
  const zip =
    'id' in source
      ? (await readDocument(archive, { area: 'invoices', id: source.id, as: 'zip' })).bytes
      : Buffer.from(source.data, 'base64')
  const { document, signature } = await readDocumentInThread('members', zip)
  return document && signature && { document, signature }
}
