import type { Archive } from '../../native-host/archive/core/archive.ts'
import type { Issued } from '../authority/certificates.ts'
import { declarationPdf } from '../authority/documents/declaration-pdf.ts'
import { textPdf } from '../authority/documents/pdf.ts'
import type { Random } from '../authority/world/random.ts'
import type { Clock } from './clock.ts'
import { counter } from './lists.ts'
import type { Mails } from './mails.ts'
import type { Client } from './trade.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** For how long the office has submitted with this program; it followed what it had submitted elsewhere before. */
const BY_PROGRAM = 75 * DAY

/** `usualDay`: of the month after the period. */
type Habit = { form: string; every: 1 | 3; usualDay: number }
type Due = Habit & { client: Client; year: number; month: number; at: number }

/** Each company's declarations, and their first month: all up to now, some not yet. */
export function planDeclarations(
  random: Random,
  clients: readonly Client[],
  days: readonly { day: string }[],
  now: number,
) {
  const months = [...new Set(days.map(({ day }) => day.slice(0, 7)))]
  return clients
    .flatMap(client => habitsOf(random, client).map(habit => ({ client, habit })))
    .flatMap(({ client, habit }) => months.flatMap(month => dueIn(random, client, habit, month, now)))
    .sort((a, b) => a.at - b.at)
}

function habitsOf(random: Random, { isVatPayer }: Client): Habit[] {
  const day = () => random.between(14, 25)
  const every = random.next() < 0.7 ? 1 : 3
  const chance = (share: number) => random.next() < share
  const vat: Habit[] = isVatPayer
    ? [
        { form: 'D300', every, usualDay: day() },
        { form: 'D394', every, usualDay: 28 },
      ]
    : []
  return [
    ...(chance(0.85) ? [{ form: 'D112', every: 1 as const, usualDay: day() }] : []),
    ...vat,
    ...(chance(0.2) ? [{ form: 'D100', every: 3 as const, usualDay: day() }] : []),
    ...(isVatPayer && chance(0.15) ? [{ form: 'D406', every: 1 as const, usualDay: 27 }] : []),
  ]
}

/** The filing in a month for the one before; the latest ones are made by four of five companies. */
function dueIn(random: Random, client: Client, habit: Habit, inMonth: string, now: number): Due[] {
  const period = Temporal.PlainYearMonth.from(inMonth).subtract({ months: 1 })
  if (period.month % habit.every !== 0) return []
  const dayOfMonth = Math.max(10, habit.usualDay - random.between(0, 3))
  const at = Date.parse(`${inMonth}-${dayOfMonth}T08:00:00Z`) + random.between(0, 7 * HOUR)
  const isForgotten = now - at < 12 * DAY && random.next() < 0.12
  if (at > now - HOUR || at > client.until || isForgotten) return []
  return [{ ...habit, client, year: period.year, month: period.month, at }]
}

type Options = {
  archive: Pick<Archive, 'declarations'>
  clock: Clock
  mails: Mails
  random: Random
  signer: Issued
  end: number
}

/** Files declarations, or follows those that were filed elsewhere, and archives what the authority answers. */
export function createDeclarations({ archive: { declarations }, clock, mails, random, signer, end }: Options) {
  const nextNumber = counter(random, 1_100_000_000, 900)

  const outcome = async (id: number, due: Due, filingNumber: string, state: 'valid' | 'has-errors') => {
    const { client, form, year, month } = due
    const filedOn = new Date(clock.now()).toISOString().slice(0, 10)
    const registrationNumber = `INTERNT-${filingNumber}-${filedOn.slice(0, 4)}`
    const known = { checkedAt: clock.now(), cui: client.cui, isUnconfirmed: false, form, registrationNumber, filedOn }
    declarations.update(id, { ...known, trouble: null, state, nextCheckAt: clock.now() })
    const period = `${year}-${String(month).padStart(2, '0')}`
    const bytes = receiptPdf(due, filingNumber)
    await declarations.storeReceipt({ uploadIndex: filingNumber, cui: client.cui, form, month: period, bytes })
    declarations.update(id, { nextCheckAt: null, receiptUnavailable: false, trouble: null })
    const [yyyy, mm, dd] = filedOn.split('-')
    const reported = `${String(month).padStart(2, '0')}.${year}`
    const details = `recipisa pentru CIF ${client.cui}, tip ${form}, numar_inregistrare ${registrationNumber}/${dd}-${mm}-${yyyy}, perioada raportare ${reported}`
    mails.add({ cui: client.cui, type: 'RECIPISA', details, createdAt: clock.now() + HOUR, bytes })
  }

  const submit = async (due: Due, state: 'valid' | 'has-errors') => {
    const { client, form, year, month } = due
    const { cui, name } = client
    const total = state === 'valid' ? random.between(100, 90_000) : -1
    const pdf = await declarationPdf({ form, cui, name, year, month, total, signer })
    const fileName = `${form}_${cui}_${String(month).padStart(2, '0')}${year}.pdf`
    const sha256 = await declarations.stage(pdf, fileName)
    const draft = {
      sha256,
      size: pdf.length,
      fileName,
      cui,
      companyName: name,
      form,
      period: { year, month },
      again: false,
    }
    const begun = declarations.begin([draft])
    const id = 'begun' in begun ? begun.begun[0]?.id : undefined
    if (id === undefined) throw new Error('the same declaration twice')
    declarations.claim(id)
    const filingNumber = nextNumber()
    declarations.update(id, {
      state: 'processing',
      filingNumber,
      filedOn: isoDay(clock),
      nextCheckAt: clock.now() + 2000,
    })
    clock.advance(20_000)
    // Filings of the last minutes have no outcome yet.
    if (clock.now() < end - HOUR) await outcome(id, due, filingNumber, state)
    declarations.release(id)
  }

  return async (due: Due): Promise<void> => {
    const hasErrors = random.next() < 0.03
    if (due.at > end - BY_PROGRAM) {
      await submit(due, hasErrors ? 'has-errors' : 'valid')
      // Most refused ones are corrected within minutes.
      if (hasErrors && (random.next() < 0.8 || end - due.at > 10 * DAY)) {
        clock.advance(9 * 60_000)
        await submit(due, 'valid')
      }
      return
    }
    const filingNumber = nextNumber()
    const found = {
      cui: due.client.cui,
      companyName: null,
      form: due.form,
      period: null,
      fileName: null,
      sha256: null,
      size: null,
    }
    const { id } = declarations.add({ ...found, origin: 'elsewhere', filingNumber, isCounter: false })
    declarations.claim(id)
    await outcome(id, due, filingNumber, 'valid')
    declarations.release(id)
  }
}

const isoDay = (clock: Clock): string => new Date(clock.now()).toISOString().slice(0, 10)

const receiptPdf = ({ client, form, year, month }: Due, index: string): Uint8Array =>
  textPdf([`Recipisa ${index}`, `${form} ${String(month).padStart(2, '0')}.${year}`, `CIF ${client.cui}`, client.name])
