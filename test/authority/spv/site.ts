import { randomBytes } from 'node:crypto'
import { type Exchange, json, type Reply } from '../http.ts'
import { parseCookies } from '../journal.ts'
import { createGateway, type Gateway } from '../login/gateway.ts'
import type { Sessions } from '../login/sessions.ts'

const BASE = '/SPVWS2/rest'

/** The mailbox services behind a gateway of their own; the mailbox itself is empty for now. */
export function createSpvSite(options: { sessions: Sessions; caPem: string }): Gateway {
  return createGateway({
    ...options,
    open: {},
    guarded: { [`${BASE}/listaMesaje`]: exchange => withApplicationSession(exchange, listMessages(exchange)) },
  })
}

/** Without results there are no identity fields. */
function listMessages({ query }: Exchange): Reply {
  const days = query.get('zile') ?? ''
  if (!/^\d+$/.test(days)) return json({ eroare: 'Parametrul zile este obligatoriu', titlu: 'Lista Mesaje' })
  return json({ eroare: `Nu exista mesaje in ultimele ${days} zile`, titlu: 'Lista Mesaje' })
}

/** The application's own cookie, which no script of a page can read. */
function withApplicationSession({ headers }: Exchange, answer: Reply): Reply {
  if (parseCookies(headers.cookie).has('JSESSIONID')) return answer
  const cookie = `JSESSIONID=${randomBytes(16).toString('hex').toUpperCase()};path=/SPVWS2;secure;HttpOnly`
  return { ...answer, headers: { ...answer.headers, 'Set-Cookie': [cookie] } }
}
