import type { Archive } from '../../native-host/archive/core/archive.ts'
import { parseReceipt, parseServedOn } from '../../native-host/authority/spv/message-details.ts'
import { mailKindOf } from '../../native-host/authority/spv/message-kinds.ts'
import type { ListedMail } from '../../shared/domain/mailbox.ts'
import { textPdf } from '../authority/documents/pdf.ts'
import type { Random } from '../authority/world/random.ts'
import type { Clock } from './clock.ts'
import { counter } from './lists.ts'
import type { Client } from './trade.ts'

const DAY = 86_400_000

/** `refusal`: why the authority does not give the document out. */
type NewMail = {
  cui: string
  type: string
  details: string
  createdAt: number
  bytes?: Uint8Array
  requestId?: string
  refusal?: string
}

export type Mails = {
  /** Puts a message into the mailbox; the next sync brings it. */
  add(mail: NewMail): void
  /** Records and archives what came until now. */
  sync(): Promise<void>
}

export function createMails({ mailbox }: Pick<Archive, 'mailbox'>, clock: Clock, random: Random, end: number): Mails {
  const waiting: NewMail[] = []
  const nextId = counter(random, 900_000_000, 90)

  const toListed = ({ cui, type, details, createdAt, requestId }: NewMail): ListedMail => {
    const kind = mailKindOf(type)
    const receipt = kind === 'receipt' ? parseReceipt(details) : null
    const base = { id: nextId(), cui, type: type.trim(), kind, details, hasTime: true }
    return {
      ...base,
      createdAt: minute(createdAt),
      requestId: requestId ?? null,
      receipt,
      servedOn: parseServedOn(details),
    }
  }

  return {
    add: mail => void waiting.push(mail),
    async sync() {
      const came = waiting.filter(({ createdAt }) => createdAt <= clock.now()).sort((a, b) => a.createdAt - b.createdAt)
      const later = waiting.filter(({ createdAt }) => createdAt > clock.now())
      waiting.splice(0, waiting.length, ...later)
      const entries = came.map(mail => ({ mail, entry: toListed(mail) }))
      // A person is told of the acts of the last days only.
      mailbox.record(
        entries.map(({ entry }) => entry),
        end - 5 * DAY,
      )
      for (const { mail, entry } of entries) {
        if (mail.refusal !== undefined) mailbox.markRefused(entry.id, mail.refusal)
        else await mailbox.store(entry.id, mail.bytes ?? textPdf([entry.type, entry.details]))
      }
    },
  }
}

/** The list has no seconds. */
const minute = (moment: number): number => moment - (moment % 60_000)

/** Other messages to a company on a day of the mailbox; none on most days. */
function inventMail(random: Random, { cui }: Client, at: number): NewMail[] {
  const dice = random.next()
  const mail = (type: string, details: string): NewMail => ({ cui, type, details, createdAt: at })
  if (dice < 0.4) return [mail('PLATA', `Confirmare plata pentru CIF ${cui}, suma ${random.between(120, 48_000)} lei`)]
  if (dice < 0.55) return [mail('INFORMARE', `Informare privind conformarea voluntara pentru CIF ${cui}`)]
  if (dice < 0.7) return [mail('NOTIFICARE', `Notificare privind obligatiile declarative ale CIF ${cui}`)]
  if (dice < 0.8) {
    const served = roDay(at + 15 * DAY)
    return [mail('DECIZIE DE IMPUNERE', `Decizie de impunere pentru CIF ${cui}, data comunicarii: ${served}`)]
  }
  if (dice < 0.86) return [mail('SOMATIE', `Somatie nr. ${random.between(100, 9999)} pentru CIF ${cui}`)]
  const requestId = String(random.between(10_000_000, 60_000_000))
  const report = mail('RASPUNS SOLICITARE', `raspuns la solicitarea de tip VECTOR FISCAL, cui=${cui}`)
  if (dice < 0.96) return [{ ...report, requestId }]
  return [{ ...report, requestId, refusal: 'Documentul solicitat nu mai este disponibil pentru descarcare.' }]
}

const roDay = (moment: number): string => new Date(moment).toISOString().slice(0, 10).split('-').reverse().join('.')

/** Messages that come by themselves, about one a company in three weeks. */
export function planMail(random: Random, clients: readonly Client[], days: readonly { day: string }[], end: number) {
  return days.flatMap(({ day }) =>
    clients.flatMap(client => {
      if (random.next() > 0.05) return []
      const at = Date.parse(`${day}T06:00:00Z`) + random.between(0, 9 * 60) * 60_000
      return at > Math.min(end, client.until) ? [] : inventMail(random, client, at)
    }),
  )
}
