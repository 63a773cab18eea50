import { createRandom, type Random } from '../world/random.ts'
import type { World } from '../world/world.ts'
import type { Mailbox, NewMail } from './mailbox.ts'

export type MailSeed = {
  /** In total, spread evenly over the world's companies. */
  messages: number
  /** Age of the oldest; 58 days when absent. */
  oldestDays?: number
  seed?: number
}

const DAY = 86_400_000
const HOUR = 3_600_000
const FORMS = ['D112', 'D300', 'D390', 'D394', 'D100', 'D101', 'D406'] as const

/** The messages of a company, in this order, so that even a short mailbox has some of each kind. */
const KINDS: readonly ((random: Random, cif: string, at: number) => Pick<NewMail, 'type' | 'details' | 'requestId'>)[] =
  [
    receipt,
    (random, cif) => ({
      type: 'PLATA',
      details: `Confirmare plata pentru CIF ${cif}, suma ${random.between(120, 48_000)} lei`,
    }),
    receipt,
    (_random, cif, at) => ({
      type: 'DECIZIE DE IMPUNERE',
      details: `Decizie de impunere pentru CIF ${cif}, data comunicarii: ${day(at + 15 * DAY)}`,
    }),
    (random, cif) => ({
      type: 'RASPUNS SOLICITARE ',
      details: `raspuns la solicitarea de tip VECTOR FISCAL, cui=${cif}`,
      requestId: String(random.between(10_000_000, 60_000_000)),
    }),
    receipt,
    (_random, cif) => ({ type: 'SOMATIE ', details: `Somatie nr. 1204/2026 pentru CIF ${cif}` }),
    (_random, cif, at) => ({ type: 'DECLARATIE', details: `Declaratie D300 preluata pentru CIF ${cif} la ${day(at)}` }),
    (_random, cif) => ({ type: 'NOTIFICARE', details: `Notificare privind obligatiile declarative ale CIF ${cif}` }),
    // Nobody has documented this kind.
    (_random, cif) => ({ type: 'MESAJ TIP NOU', details: `Mesaj nou pentru CIF ${cif}` }),
    receipt,
  ]

/** Fills the mailboxes of the world's companies; the same for the same options, world and clock. */
export function seedMail({ messages, oldestDays = 58, seed = 20_261_121 }: MailSeed) {
  return (mailbox: Mailbox, world: World, now: number): void => {
    const random = createRandom(seed)
    const cuis = [...world.companies.keys()]
    for (let n = 0; n < messages && cuis.length > 0; n++) {
      const cif = cuis[n % cuis.length] ?? ''
      const round = Math.floor(n / cuis.length)
      const age = round === 0 ? random.between(HOUR, 20 * HOUR) : random.between(HOUR, oldestDays * DAY)
      const createdAt = now - age
      const kind = KINDS[round] ?? random.pick(KINDS)
      mailbox.add({ cif, createdAt, hasTime: round % 9 !== 8, ...kind(random, cif, createdAt) })
    }
  }
}

/** As observed: see wire facts of RECIPISA. */
function receipt(random: Random, cif: string, at: number): Pick<NewMail, 'type' | 'details'> {
  const [dd, mm, yyyy] = day(at).split('.')
  const index = random.between(130_000_000, 999_999_999)
  const registration = `INTERNT-${index}-${yyyy}/${dd}-${mm}-${yyyy}`
  const month = day(at - 30 * DAY).slice(3)
  const form = random.pick(FORMS)
  return {
    type: random.next() < 0.5 ? 'RECIPISA' : 'RECIPISA ',
    details: `recipisa pentru CIF ${cif}, tip ${form}, numar_inregistrare ${registration}, perioada raportare ${month}`,
  }
}

const DAY_FORMAT = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Bucharest', dateStyle: 'short' })

/** `dd.MM.yyyy`, Romania. */
function day(epochMs: number): string {
  return DAY_FORMAT.format(epochMs).replaceAll('/', '.')
}
