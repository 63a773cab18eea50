import * as v from 'valibot'
import { sha256 } from '../journal.ts'
import type { Gateway } from '../login/gateway.ts'
import { documentOf } from './download.ts'
import type { Mail, Mailbox } from './mailbox.ts'

/** A message in the form in which a client must store it. */
export type ExpectedMail = {
  id: string
  cif: string
  type: string
  createdAt: number
  requestId: string | null
  isWithheld: boolean
  bytes: number
  sha256: string
}

export function expectedMail({ messages }: Mailbox): ExpectedMail[] {
  return [...messages.values()].map((mail: Mail) => {
    const { id, cif, type, createdAt, requestId, isWithheld } = mail
    const document = documentOf(mail)
    return { id, cif, type, createdAt, requestId, isWithheld, bytes: document.length, sha256: sha256(document) }
  })
}

const NewMailBody = v.strictObject({
  cif: v.string(),
  type: v.string(),
  details: v.exactOptional(v.string()),
  createdAt: v.exactOptional(v.number()),
  hasTime: v.exactOptional(v.boolean()),
  requestId: v.exactOptional(v.string()),
  isWithheld: v.exactOptional(v.boolean()),
})
const Habits = v.strictObject({
  deliveryMs: v.exactOptional(v.number()),
  loneCuiAsNumber: v.exactOptional(v.boolean()),
})
const Breakdown = v.strictObject({ code: v.number(), times: v.exactOptional(v.number()) })
const Expiry = v.strictObject({ after: v.exactOptional(v.number()) })

/** The mailbox's part of the control door. */
export function mailboxDoors(mailbox: Mailbox, gateway: Gateway): Record<string, (body: unknown) => unknown> {
  return {
    'GET /mailbox': () => expectedMail(mailbox),
    'POST /mailbox/messages': body => ({ id: mailbox.add(v.parse(NewMailBody, body)).id }),
    'POST /mailbox/habits': body => Object.assign(mailbox.habits, v.parse(Habits, body)),
    'GET /mailbox/requests': () => mailbox.requests,
    'POST /mailbox/breakdown': body => {
      const { code, times } = v.parse(Breakdown, body)
      mailbox.breakDown(code, times)
      return {}
    },
    'POST /gateway/expire': body => {
      gateway.expireSessions(v.parse(Expiry, body).after)
      return {}
    },
    'POST /gateway/revalidate': () => {
      gateway.revalidateNext()
      return {}
    },
  }
}
