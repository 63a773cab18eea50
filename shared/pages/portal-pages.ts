import { fold } from '../text/fold.ts'
import type { SeenPage } from './page-end.ts'
import {
  attributeOf,
  elementsIn,
  isElement,
  nodesIn,
  ownText,
  type PageElement,
  type PageNode,
  startOf,
  textOf,
} from './page-tree.ts'

/** The portal ends a session after this time without a request, ms (G-10). */
export const PORTAL_INACTIVITY = 10 * 60_000

/** The kinds of pages of the declaration portal, judged by their content alone. */
export type PortalPage =
  /** The gateway asks for the certificate: a form with one button (G-09). */
  | { kind: 'logon' }
  /** The gateway's page for a visitor without a certificate. */
  | { kind: 'wall' }
  | { kind: 'upload-form' }
  /** The declaration was submitted under this index; a receipt confirms it later. `fileName` as the page repeats it. */
  | { kind: 'filed'; uploadIndex: string; fileName: string }
  /** The declaration was rejected, with the reason word for word (D-02). */
  | { kind: 'rejected'; reason: string }
  /** Any other wording; it never counts as success (D-02). */
  | { kind: 'unknown' }

/** ş, ș, s, or its form in a wrong character set. The file's name may have any length that a file system allows. */
const FILED =
  /Fi.ierul(?: dumneavoastr.)? cu numele ?(?:["'„“”»«] ?(?<quoted>.{0,299}?\S) ?["'„“”»«]|(?<bare>[^\s"'„“”»«]{1,300}|[^"'„“”»«,:;!?]{1,296}?\.pdf)) a fost depus cu succes ?[.!]?(?<rest>.{0,80})/iu
const INDEX = /^ ?Indexul(?: de [iî]nc[aă]rcare)? este:? ?(?<index>\d{1,20})(?!\d)/iu
/** Most characters to search for a page's sentence: the page has a few hundred. */
const MOST_TEXT = 20_000
/** More characters than a `Motivul:` at the end of a text can have. */
const MOST_LABEL = 200
const SORRY = /nu a putut fi .ndeplinit/i

/**
 * Reads a page. Success needs the whole known page: its sentence, the index after it, that index in bold, and nothing
 * of the error page. A page without its end is unknown. In a tab this applies only to the two pages after an upload;
 * the end of the other pages does not show there, and nothing depends on it.
 */
export function readPortalPage({ root: page, end, from }: SeenPage): PortalPage {
  if (end === undefined && from === 'answer') return { kind: 'unknown' }
  const text = textOf(page)
  const filed = filedUnder(page, text)
  const reason = rejectionReason(page, text)
  const isSuccess = reason === undefined && (end === 'table' || end === 'document')
  if (filed) return isSuccess ? { kind: 'filed', ...filed } : { kind: 'unknown' }
  if (reason !== undefined) return reason === '' || !end ? { kind: 'unknown' } : { kind: 'rejected', reason }
  const inputs = elementsIn(page, 'input', 'button')
  if (inputs.some(input => attributeOf(input, 'type') === 'file' && attributeOf(input, 'name') === 'linkdoc')) {
    return { kind: 'upload-form' }
  }
  const isLogon = inputs.some(
    input => fold(`${attributeOf(input, 'value') ?? ''} ${textOf(input)}`) === 'prezentare certificat',
  )
  if (isLogon) return { kind: 'logon' }
  const isWall = fold(text.slice(0, MOST_TEXT)).includes('certificatul nu a fost prezentat')
  return { kind: isWall ? 'wall' : 'unknown' }
}

function filedUnder(page: PageNode, text: string): { uploadIndex: string; fileName: string } | undefined {
  const { quoted, bare, rest = '' } = FILED.exec(text.slice(0, MOST_TEXT))?.groups ?? {}
  const name = quoted ?? bare
  const uploadIndex = INDEX.exec(rest)?.groups?.index
  if (name === undefined || uploadIndex === undefined) return undefined
  const isBold = elementsIn(page, 'b', 'strong').some(bold => startOf(bold).replace(/\.$/, '').trim() === uploadIndex)
  return isBold ? { uploadIndex, fileName: name } : undefined
}

/** The text of the red span after `Motivul:`, empty if there is none; undefined if this is not the error page. */
function rejectionReason(page: PageNode, whole: string): string | undefined {
  let isMotive = false
  let isError = false
  for (const node of nodesIn(page)) {
    if (isMotive && isRed(node)) return textOf(node)
    const text = (ownText(node) ?? '').trim()
    if (text !== '') isMotive = /(^|\s)motivul ?:$/.test(fold(text.slice(-MOST_LABEL)))
    isError ||= isMotive
  }
  return isError || SORRY.test(whole) ? '' : undefined
}

function isRed(node: PageNode): node is PageElement {
  if (!isElement(node)) return false
  return (
    /(^|;)\s*color\s*:\s*(red|#f00|#ff0000)\b/i.test(attributeOf(node, 'style') ?? '') ||
    /^(red|#f00|#ff0000)$/i.test(attributeOf(node, 'color') ?? '')
  )
}
