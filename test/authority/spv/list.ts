import { json } from '../http.ts'
import { identityOf, type SpvOperation, withoutRight, wrongCui } from './context.ts'
import { cnpOf } from './identity.ts'
import type { Mail } from './mailbox.ts'

const DAY = 86_400_000

/** `listaMesaje`: everything visible to the certificate's holder, or the messages of one CUI or CNP. */
export const listMessages: SpvOperation = ({ query }, serial, context) => {
  const { world, mailbox, clock } = context
  const note = (eroare: string) => json({ eroare, titlu: 'Lista Mesaje' })
  const days = query.get('zile') ?? ''
  if (!/^\d+$/.test(days)) return note('Parametrul zile este obligatoriu')
  const rights = world.rightsOf(serial)
  if (rights.length === 0 && !world.mayActForAll(serial)) return note(withoutRight(cnpOf(serial)))
  const cif = query.get('cif')
  if (cif !== null && !/^\d{2,13}$/.test(cif)) return note(wrongCui(cif))
  if (cif !== null && !rights.includes(cif)) return note(withoutRight(cif))
  const messages = mailbox.listed(new Set(cif === null ? rights : [cif]), clock.now() - Number(days) * DAY)
  if (messages.length === 0) return note(`Nu exista mesaje in ultimele ${days} zile`)
  const titlu = `Lista Mesaje disponibile din ultimele ${days} zile`
  return json({ mesaje: messages.map(entryOf), ...identityOf(serial, context), titlu })
}

function entryOf({ id, cif, type, details, createdAt, hasTime, requestId }: Mail) {
  const moment = writtenMoment(createdAt)
  const data_creare = hasTime ? moment : moment.slice(0, 10)
  return { detalii: details, cif, data_creare, id_solicitare: requestId, tip: type, id }
}

const MOMENT = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Bucharest',
  dateStyle: 'short',
  timeStyle: 'medium',
})

/** `dd.MM.yyyy HH:mm:ss`, Romania. */
function writtenMoment(epochMs: number): string {
  return MOMENT.format(epochMs).replaceAll('/', '.').replace(',', '')
}
