import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PdfContents } from '../../native-host/capabilities/declarations/pdf-worker.ts'
import { readDeclarationPdf } from '../../native-host/capabilities/declarations/read-pdf.ts'
import { createCertificateAuthority } from '../authority/certificates.ts'
import { declarationPdf } from '../authority/documents/declaration-pdf.ts'
import { FIRMS } from './firms.ts'

/** A signed declaration that the person may submit. `contents`: what the host's thread reads in it. */
export type DeclarationPaper = {
  fileName: string
  bytes: Buffer
  sha256: string
  cui: string
  contents: PdfContents
}

/** The parts that are slow to make and identical for all runs. `caPem`: the CA that the gateways accept. */
export type Papers = { caPem: string; declarations: readonly DeclarationPaper[] }

/** Signs one declaration for each company. Signing and reading are done by the real parts, once. */
export async function makePapers(): Promise<Papers> {
  const ca = await createCertificateAuthority('Recipisa test CA')
  const signer = await ca.issueClientCertificate({ commonName: 'Ioana Contabilă' })
  const declarations = FIRMS.map(async ({ cui }, n): Promise<DeclarationPaper> => {
    const bytes = await declarationPdf({ cui, signer, year: 2026, month: n + 1 })
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const { isSigned, attachment, form, companyName, period } = await readDeclarationPdf(bytes)
    const facts = { form, cui, companyName, period }
    return {
      fileName: `d300-${n}.pdf`,
      bytes,
      sha256,
      cui,
      contents: { isSigned, attachments: [{ name: attachment ?? '', facts }] },
    }
  })
  return { caPem: ca.certificatePem, declarations: await Promise.all(declarations) }
}

const fileIn = (folder: string) => join(folder, 'papers.json')

/** Puts them where the processes of a simulation find them. */
export function writePapers(folder: string, { caPem, declarations }: Papers): void {
  const written = declarations.map(paper => ({ ...paper, bytes: paper.bytes.toString('base64') }))
  writeFileSync(fileIn(folder), JSON.stringify({ caPem, declarations: written }))
}

export function readPapers(folder: string): Papers {
  const { caPem, declarations } = JSON.parse(readFileSync(fileIn(folder), 'utf8')) as {
    caPem: string
    declarations: (Omit<DeclarationPaper, 'bytes'> & { bytes: string })[]
  }
  return { caPem, declarations: declarations.map(paper => ({ ...paper, bytes: Buffer.from(paper.bytes, 'base64') })) }
}
