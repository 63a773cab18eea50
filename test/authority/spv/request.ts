import { json } from '../http.ts'
import { identityOf, type SpvOperation, withoutRight } from './context.ts'
import { objectionTo } from './request-rules.ts'

/** `cerere`: accepts a request every time; the report arrives as a later message. */
export const requestReport: SpvOperation = ({ query }, serial, context) => {
  const { mailbox, world } = context
  const type = query.get('tip') ?? ''
  const titlu = `Cerere ${type}`
  const note = (eroare: string) => json({ eroare, titlu })
  const code = mailbox.meetBreakdown()
  if (code !== undefined) return note(`Eroare transmitere cerere. Cod ${code}`)
  const objection = objectionTo(query, cui => world.companies.has(cui))
  if (objection !== undefined) return note(objection)
  const { tip: _, cui = '', ...params } = Object.fromEntries(query)
  if (!world.hasRight(serial, cui)) return note(withoutRight(cui))

  const echo = [`cui=${cui}`, ...Object.entries(params).map(([name, value]) => `${name}=${value}`)].join('; ')
  const answer = {
    // As on the real service, some types end with a space.
    type: type === 'Adeverinte Venit' ? 'ADEVERINTA VENIT' : 'RASPUNS SOLICITARE ',
    details: `raspuns la solicitarea de tip ${type}, ${echo}`,
  }
  const { id } = mailbox.take({ type, cui, params, certificateSerial: serial }, answer)
  const { cnp } = identityOf(serial, context)
  return json({ id_solicitare: Number(id), parametri: echo, serial, cnp, titlu: `S-a transmis cererea de tip ${type}` })
}
