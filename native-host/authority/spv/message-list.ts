import * as v from 'valibot'
import type { ListedMail } from '../../../shared/domain/mailbox.ts'
import { parseMailMoment } from '../../../shared/domain/romania-time.ts'
import { problemAt } from '../wire/schema-problem.ts'
import type { UnreadEntry } from '../wire/unread-entries.ts'
import { parseReceipt, parseServedOn } from './message-details.ts'
import { mailKindOf } from './message-kinds.ts'
import type { SpvIdentity } from './spv.ts'

const Written = v.pipe(
  v.union([v.string(), v.pipe(v.number(), v.safeInteger())]),
  v.transform(value => String(value).trim()),
)
/** Digits, as text or as a number. */
const Digits = v.pipe(Written, v.regex(/^\d{1,20}$/))
/** CUI or CNP. */
const Code = v.pipe(
  Written,
  v.transform(value => value.replace(/^RO\s*(?=\d)/i, '')),
  v.regex(/^\d{2,13}$/),
)
/** A text only for display: anything but a text counts as absent. */
const Text = v.fallback(v.optional(v.nullable(v.string())), null)

const Entry = v.object({
  id: Digits,
  cif: v.optional(v.nullable(Code)),
  data_creare: v.pipe(v.string(), v.transform(parseMailMoment), v.object({ at: v.number(), hasTime: v.boolean() })),
  // Set only on a report that answers a request. Anything but an id counts as null.
  id_solicitare: v.fallback(v.nullable(Digits), null),
  tip: Text,
  detalii: Text,
})

const Envelope = v.object({
  mesaje: v.array(v.unknown()),
  // A single right comes as one number.
  cui: v.fallback(v.optional(Written), undefined),
  cnp: v.fallback(v.optional(Written, ''), ''),
  serial: v.fallback(v.optional(Written, ''), ''),
})

/** The messages of a list, the identity that it names, and its unreadable entries. */
export type ParsedMailList = {
  messages: ListedMail[]
  identity: SpvIdentity | undefined
  unread: UnreadEntry[]
}

/**
 * Reads the JSON of the list (S-01), or says where it differs from its documentation. An unreadable entry does not hold
 * back the others. `cui` is the requested company, if any.
 */
export function parseMailList(value: unknown, cui: string | undefined): ParsedMailList | { problem: string } {
  const parsed = v.safeParse(Envelope, value)
  if (!parsed.success) return { problem: problemAt(parsed.issues[0]) }
  const messages = new Map<string, ListedMail>()
  const unread: ParsedMailList['unread'] = []
  for (const [at, entry] of parsed.output.mesaje.entries()) {
    const read = v.safeParse(Entry, entry)
    const owner = read.success ? (read.output.cif ?? cui) : undefined
    if (!read.success) unread.push({ problem: problemAt(read.issues[0], `mesaje.${at}`), entry })
    else if (owner === undefined) unread.push({ problem: `mesaje.${at}.cif: expected CUI or CNP`, entry })
    else messages.set(read.output.id, toMail(read.output, owner))
  }
  return { messages: [...messages.values()], identity: identityOf(parsed.output), unread }
}

function toMail(entry: v.InferOutput<typeof Entry>, cui: string): ListedMail {
  const { id, data_creare: created, id_solicitare: requestId } = entry
  const type = (entry.tip ?? '').trim()
  const details = entry.detalii ?? ''
  const kind = mailKindOf(type)
  const receipt = kind === 'receipt' ? parseReceipt(details) : null
  const { at: createdAt, hasTime } = created
  return { id, cui, type, kind, details, createdAt, hasTime, requestId, receipt, servedOn: parseServedOn(details) }
}

/** Undefined if the answer names no rights; the known ones then stay (S-02). */
function identityOf({ cui = '', cnp, serial }: v.InferOutput<typeof Envelope>): SpvIdentity | undefined {
  const codes = cui.split(/[\s,;]+/).map(code => code.replace(/^RO(?=\d)/i, ''))
  const cuis = [...new Set(codes.filter(code => /^\d{2,13}$/.test(code)))]
  return cuis.length === 0 ? undefined : { cnp, certificateSerial: serial, cuis }
}
