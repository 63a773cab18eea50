import * as v from 'valibot'
import type { ListedMail } from '../../shared/mailbox.ts'
import { parseMailMoment } from '../../shared/romania-time.ts'
import { parseReceipt, parseServedOn } from './mail-details.ts'
import { mailKindOf } from './mail-kinds.ts'
import type { MailList, SpvIdentity } from './spv.ts'

const Written = v.pipe(
  v.union([v.string(), v.pipe(v.number(), v.safeInteger())]),
  v.transform(value => String(value).trim()),
)
/** Digits, written as text or as a number. */
const Digits = v.pipe(Written, v.regex(/^\d{1,20}$/))
/** CUI or CNP. */
const Code = v.pipe(
  Written,
  v.transform(value => value.replace(/^RO\s*(?=\d)/i, '')),
  v.regex(/^\d{2,13}$/),
)
/** Only shown: what is no text there is as good as absent. */
const Text = v.fallback(v.optional(v.nullable(v.string())), null)

const Entry = v.object({
  id: Digits,
  cif: v.optional(v.nullable(Code)),
  data_creare: v.pipe(v.string(), v.transform(parseMailMoment), v.object({ at: v.number(), hasTime: v.boolean() })),
  // Null but for the report that answers a request; what is no id there answers none.
  id_solicitare: v.fallback(v.nullable(Digits), null),
  tip: Text,
  detalii: Text,
})

const Envelope = v.object({
  mesaje: v.array(Entry),
  // One number where there is one right only.
  cui: v.fallback(v.optional(Written), undefined),
  cnp: v.fallback(v.optional(Written, ''), ''),
  serial: v.fallback(v.optional(Written, ''), ''),
})

/** Reads the list's JSON (S-01), or says where it is not as documented. `cui` is whose list was asked for, if one's. */
export function parseMailList(value: unknown, cui: string | undefined): MailList | { problem: string } {
  const parsed = v.safeParse(Envelope, value)
  if (!parsed.success) {
    const [issue] = parsed.issues
    return { problem: `${v.getDotPath(issue) ?? 'the answer'}: expected ${issue.expected ?? issue.message}` }
  }
  const messages = new Map<string, ListedMail>()
  for (const entry of parsed.output.mesaje) {
    const owner = entry.cif ?? cui
    if (owner === undefined) return { problem: `message ${entry.id}: expected cif` }
    messages.set(entry.id, toMail(entry, owner))
  }
  return { messages: [...messages.values()], identity: identityOf(parsed.output) }
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

/** Undefined where the answer names no rights: then nothing is known anew (S-02). */
function identityOf({ cui = '', cnp, serial }: v.InferOutput<typeof Envelope>): SpvIdentity | undefined {
  const codes = cui.split(/[\s,;]+/).map(code => code.replace(/^RO(?=\d)/i, ''))
  const cuis = [...new Set(codes.filter(code => /^\d{2,13}$/.test(code)))]
  return cuis.length === 0 ? undefined : { cnp, certificateSerial: serial, cuis }
}
