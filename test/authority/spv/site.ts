import { plant } from '../../planted/mark.ts'
import type { Exchange, Reply } from '../http.ts'
import { parseCookies } from '../journal.ts'
import { createGateway, type Gateway } from '../login/gateway.ts'
import type { Sessions } from '../login/sessions.ts'
import type { SpvContext, SpvOperation } from './context.ts'
import { downloadMessage } from './download.ts'
import { listMessages } from './list.ts'
import { requestReport } from './request.ts'

const OPERATIONS: Readonly<Record<string, SpvOperation>> = {
  listaMesaje: listMessages,
  descarcare: downloadMessage,
  cerere: requestReport,
}

/** The mailbox services behind their own gateway. */
export function createSpvSite(options: { sessions: Sessions; caPem: string; context: SpvContext }): Gateway {
  const { sessions, caPem, context } = options
  const guarded = Object.entries(OPERATIONS).map(([name, operation]) => {
    const handle = (exchange: Exchange, serial: string) =>
      withApplicationSession(exchange, operation(exchange, serial, context))
    return [`/SPVWS2/rest/${name}`, handle] as const
  })
  return createGateway({ sessions, caPem, open: {}, guarded: Object.fromEntries(guarded) })
}

/** The application's own cookie, which no page script can read. */
function withApplicationSession({ headers }: Exchange, answer: Reply): Reply {
  if (parseCookies(headers.cookie).has('JSESSIONID')) return answer
  const cookie = `JSESSIONID=${plant('cookie')};path=/SPVWS2;secure;HttpOnly`
  return { ...answer, headers: { ...answer.headers, 'Set-Cookie': [cookie] } }
}
