import type { Clock } from '../clock.ts'

/** A message of the mailbox, as the service stores it. */
export type Mail = {
  /** The id for `descarcare`. */
  readonly id: string
  /** The owner's CUI or CNP. */
  readonly cif: string
  /** `tip` as written: some end with a space. */
  readonly type: string
  readonly details: string
  /** No list shows it before. */
  readonly createdAt: number
  /** False: `data_creare` is written as a day only, as before November 2018. */
  readonly hasTime: boolean
  /** The request that it answers. */
  readonly requestId: string | null
  /** Listed, but not downloadable. */
  readonly isWithheld: boolean
}

export type NewMail = {
  cif: string
  type: string
  details?: string
  /** Epoch milliseconds; now when absent. */
  createdAt?: number
  hasTime?: boolean
  requestId?: string
  isWithheld?: boolean
}

/** An accepted `cerere`. */
export type TakenRequest = {
  readonly id: string
  readonly type: string
  readonly cui: string
  /** The other parameters as received. */
  readonly params: Readonly<Record<string, string>>
  readonly at: number
  readonly certificateSerial: string
  /** The message that answers it; listed once its time has come. */
  readonly messageId: string
}

/** May be changed at run time. */
export type MailHabits = {
  /** Milliseconds from a request until its message is listed, by the authority's clock. */
  deliveryMs: number
  /** With a single company, the identity's `cui` is a number instead of text. */
  loneCuiAsNumber: boolean
}

export type Mailbox = {
  readonly habits: MailHabits
  readonly messages: ReadonlyMap<string, Mail>
  /** Every accepted request: two of one kind mean that a request was sent twice. */
  readonly requests: readonly TakenRequest[]
  add(mail: NewMail): Mail
  remove(id: string): void
  /** Messages of these owners, newest first, from `since` until now. */
  listed(cifs: ReadonlySet<string>, since: number): Mail[]
  /** Records a request and schedules its answer for the list after `habits.deliveryMs`. */
  take(request: Omit<TakenRequest, 'id' | 'at' | 'messageId'>, answer: { type: string; details: string }): TakenRequest
  /** Answers the next `times` requests (one when absent) with a technical error of this code; none is accepted. */
  breakDown(code: number, times?: number): void
  /** Code of the technical error for the current request. */
  meetBreakdown(): number | undefined
}

/** Messages and requests of every company and person; the world decides who may see which. */
export function createMailbox(clock: Clock): Mailbox {
  const habits: MailHabits = { deliveryMs: 2000, loneCuiAsNumber: true }
  const messages = new Map<string, Mail>()
  const requests: TakenRequest[] = []
  let nextId = 4_120_200_017
  let nextRequestId = 77_003_101
  let breakdown = { code: 0, left: 0 }

  const add = (mail: NewMail): Mail => {
    const id = String(nextId)
    nextId += 3
    const { details = '', createdAt = clock.now(), hasTime = true, requestId = null, isWithheld = false } = mail
    const added = { id, cif: mail.cif, type: mail.type, details, createdAt, hasTime, requestId, isWithheld }
    messages.set(id, added)
    return added
  }

  return {
    habits,
    messages,
    requests,
    add,
    remove: id => void messages.delete(id),
    listed: (cifs, since) =>
      [...messages.values()]
        .filter(({ cif, createdAt }) => cifs.has(cif) && createdAt >= since && createdAt <= clock.now())
        .sort((one, other) => other.createdAt - one.createdAt),
    take: (request, answer) => {
      const id = String(nextRequestId)
      nextRequestId += 2
      const createdAt = clock.now() + habits.deliveryMs
      const { id: messageId } = add({ ...answer, cif: request.cui, requestId: id, createdAt })
      const taken = { id, ...request, at: clock.now(), messageId }
      requests.push(taken)
      return taken
    },
    breakDown: (code, times = 1) => {
      breakdown = { code, left: times }
    },
    meetBreakdown: () => (breakdown.left-- > 0 ? breakdown.code : undefined),
  }
}
