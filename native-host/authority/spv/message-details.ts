import type { Period, ReceiptDetails } from '../../../shared/domain/mailbox.ts'
import { parseWrittenDay } from '../../../shared/domain/romania-time.ts'
import { fold } from '../../../shared/text/fold.ts'

/** Most characters to read of a message's details: the service writes a few hundred. */
const MOST_DETAILS = 2000
const DAY = String.raw`\d{1,2}[.\-/]\d{1,2}[.\-/]\d{4}`

/**
 * The declaration that a RECIPISA message confirms, from its details. As seen: `recipisa pentru CIF 8000000000, tip
 * D112, numar_inregistrare INTERNT-130000000-2017/20-12-2017, perioada raportare 11.2017`. Each part is read on its
 * own; a missing or differently worded part is null.
 */
export function parseReceipt(details: string): ReceiptDetails {
  const text = fold(details.slice(0, MOST_DETAILS))
  const part = (expression: string) => new RegExp(expression).exec(text)
  const number = part(String.raw`\bnumar[_ ](?:de )?inregistrare\s*(?:[:=]\s*)?([^\s,;]+)(?:\s+din\s+(${DAY}))?`)
  const [registration, attached] = splitDay(number?.[1])
  const registeredOn = attached ?? number?.[2]
  return {
    cui: part(String.raw`\bci[fu]\s*(?:[:=]\s*)?(?:ro\s*)?(\d{2,13})\b`)?.[1] ?? null,
    form: part(String.raw`\btip(?:ul)?\s*(?:[:=]\s*)?([\w-]+)`)?.[1]?.toUpperCase() ?? null,
    registrationNumber: registration?.toUpperCase() ?? null,
    uploadIndex: /^internt-(\d{1,20})-\d{4}$/.exec(registration ?? '')?.[1] ?? null,
    registeredOn: (registeredOn && parseWrittenDay(registeredOn)) ?? null,
    period: periodOf(part(String.raw`\bperioada (?:de )?raportar[ei]\s*(?:[:=]\s*)?(?:(\d{1,2})[.\-/])?(\d{4})\b`)),
  }
}

/**
 * The day on which an act counts as served, if its details name it (`data comunicarii: 15.11.2026`, `se considera
 * comunicat la data de 15.11.2026`); null otherwise. The day is never calculated here.
 */
export function parseServedOn(details: string): string | null {
  const wording = String.raw`(?:data comunicarii|comunicat[aei]?)\b[^\d,;.]{0,40}?(${DAY})`
  const day = new RegExp(wording).exec(fold(details.slice(0, MOST_DETAILS)))?.[1]
  return (day && parseWrittenDay(day)) ?? null
}

/** The number, and the day after its last slash. Numbers from a counter may have slashes of their own. */
function splitDay(token: string | undefined): [number: string | undefined, day: string | undefined] {
  const parts = new RegExp(`^(.+)/(${DAY})$`).exec(token ?? '')
  return parts ? [parts[1], parts[2]] : [token, undefined]
}

function periodOf(parts: RegExpExecArray | null): Period | null {
  if (!parts) return null
  const [month, year] = [parts[1] === undefined ? null : Number(parts[1]), Number(parts[2])]
  return month !== null && (month < 1 || month > 12) ? null : { year, month }
}
