import { createPrivateKey, X509Certificate } from 'node:crypto'
import { zipSync } from 'fflate'
import type { Issued } from '../certificates.ts'
import { sha256 } from '../journal.ts'
import type { Message, Upload } from '../world/world.ts'
import type { XmlDocument } from './canonical.ts'
import { buyerMessageXml, errorsXml } from './headers.ts'
import { invoiceXml } from './invoice.ts'
import { signable } from './signable.ts'
import { type SignatureForm, type Signer, signatureFile } from './signature.ts'

/** ZIPs kept for a second download; the others are rebuilt, with the same bytes. */
const KEPT = 64

export type Zips = {
  /** The body that `descarcare` returns for a message, the same bytes each time. */
  of(message: Message): Buffer
  sha256Of(message: Message): string
}

export function createZips(ministry: Issued): Zips {
  const signer = signerOf(ministry)
  const kept = new Map<string, Buffer>()
  const digests = new Map<string, string>()
  const of = (message: Message): Buffer => {
    const known = kept.get(message.id)
    if (known) return known
    const bytes = build(message, signer)
    const [oldest] = kept.keys()
    if (kept.size >= KEPT && oldest !== undefined) kept.delete(oldest)
    kept.set(message.id, bytes)
    return bytes
  }
  return {
    of,
    sha256Of: message => {
      const known = digests.get(message.id) ?? sha256(of(message))
      digests.set(message.id, known)
      return known
    },
  }
}

export function signerOf({ certificateDer, privateKeyPem }: Issued): Signer {
  const { subject } = new X509Certificate(certificateDer)
  return { key: createPrivateKey(privateKeyPem), certificateDer, subject: subject.split('\n').reverse().join(',') }
}

/** The parts of an upload that are signed; `original` replaces the document's own text. */
export type ToSign = Pick<Upload, 'uploadIndex' | 'seed' | 'processedAt'> & {
  /** The list entry's id. */
  id: string
  content: XmlDocument
  original?: Buffer | null
}

/** A ZIP with a document and its signature, in one of the observed forms. */
export function signedZip({ id, uploadIndex, seed, processedAt, content, original }: ToSign, signer: Signer): Buffer {
  const signed = signatureFile(content, signer, formOf({ seed }))
  const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
  // Some systems that file documents end lines with CRLF; a parser undoes that before a signature is checked.
  const lineEnd = seed % 3 === 0 ? '\r\n' : '\n'
  const made = `${declaration}\n${content.written}\n`.replaceAll('\n', lineEnd)
  const members: [string, string | Buffer][] = [
    [`${uploadIndex}.xml`, original ?? made],
    [`semnatura_${uploadIndex}.xml`, signed],
  ]
  if (Number(id) % 2 === 0) members.reverse()
  const files = Object.fromEntries(members.map(([name, content]) => [name, Buffer.from(content)]))
  // Two in three use ZIP's stored method.
  return Buffer.from(zipSync(files, { level: seed % 3 === 0 ? 1 : 0, mtime: processedAt }))
}

function build({ id, upload }: Message, signer: Signer): Buffer {
  const original = upload.outcome === 'ok' && upload.file ? upload.file.content : null
  return signedZip({ ...upload, id, content: contentOf(upload), original }, signer)
}

/** Five in eight look like the ministry's real ones; the rest take the other forms. */
function formOf({ seed }: Pick<Upload, 'seed'>): SignatureForm {
  if (seed % 4 === 0) return 'detached'
  return seed % 8 === 2 ? 'enveloped' : 'ministry'
}

function contentOf(upload: Upload): XmlDocument {
  if (upload.outcome === 'ok' && upload.file) return signable(upload.file.content)
  if (upload.outcome !== 'nok' && upload.document !== 'buyer-message') return invoiceXml(upload)
  const written = upload.outcome === 'nok' ? errorsXml(upload) : buyerMessageXml(upload)
  return { written, inclusive: written, exclusive: written }
}
