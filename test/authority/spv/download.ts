import { textPdf } from '../documents/pdf.ts'
import { json, reply } from '../http.ts'
import type { SpvOperation } from './context.ts'
import type { Mail } from './mailbox.ts'

/** `descarcare`. No header states the content: a PDF comes as a page, a note as a PDF (S-05). */
export const downloadMessage: SpvOperation = ({ query }, serial, { mailbox, world, clock }) => {
  const id = query.get('id') ?? ''
  const mail = mailbox.messages.get(id)
  const isListed = mail !== undefined && mail.createdAt <= clock.now() && world.hasRight(serial, mail.cif)
  if (isListed && !mail.isWithheld) return reply(200, 'text/html;charset=ISO-8859-1', documentOf(mail))
  const note = json({ titlu: `Descarcare mesaj ${id}`, eroare: 'Nu aveti dreptul sa descarcati acest mesaj' })
  return { ...note, headers: { 'Content-Type': 'application/pdf' } }
}

/** The document of a message: different for each message, identical bytes each time. */
export function documentOf({ id, cif, type, details, requestId }: Mail): Buffer {
  return textPdf([
    type.trim(),
    '',
    `Mesaj ${id}`,
    `CUI/CNP ${cif}`,
    ...(requestId === null ? [] : [`Raspuns la solicitarea ${requestId}`]),
    '',
    ...(details.match(/.{1,90}/g) ?? []),
  ])
}
