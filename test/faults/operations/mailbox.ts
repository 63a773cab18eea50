import type { GatewayCookies } from '../../../native-host/authority/wire/gateway.ts'
import { send } from '../../../native-host/capabilities/mailbox/advance-requests.ts'
import { beginRequests } from '../../../native-host/capabilities/mailbox/begin-requests.ts'
import { createMailSource } from '../../../native-host/capabilities/mailbox/mailbox-source.ts'
import { never } from '../../contract/support/wire.ts'
import { type Machine, OWN } from '../machine.ts'
import { explain, files, type Operation, type Use } from './operation.ts'
import { gatewayCookies, gatewaySession } from './sign-in.ts'

const placeOf = ({ wire }: Machine) => ({ url: `${wire.profile.spvUrl}/listaMesaje?zile=1`, appPath: '/SPVWS2' })

const withCookies =
  (work: (machine: Machine, cookies: GatewayCookies) => Promise<unknown>): Operation['begin'] =>
  async (machine): Promise<Use> => {
    const cookies = await gatewayCookies(machine, placeOf(machine))
    return { work: () => work(machine, cookies) }
  }

const request: Operation['begin'] = async machine => {
  const { wire, ground, clock } = machine
  const { archive, spv } = wire
  const { mailbox } = ground.desk.authority
  const session = await gatewaySession(machine, placeOf(machine), { name: 'spv', ...spv })
  const [begun] = beginRequests(archive, { type: 'VECTOR FISCAL', cuis: [OWN], params: {}, again: true })
  if (!begun) throw new Error('no request was written down')
  const before = mailbox.requests.length
  const ports = { archive, source: createMailSource(spv, session), session, now: clock.now, explain }
  return files(() => send(ports, begun.id, never), {
    row: () => archive.requests.get(begun.id),
    taken: () => mailbox.requests.length - before,
  })
}

const calls = (path: string) => ({ service: 'spv', method: 'GET', path }) as const

export const mailbox: readonly Operation[] = [
  {
    ...{ name: 'listaMesaje', calls: calls('/listaMesaje'), form: 'json' },
    begin: withCookies(({ wire }, cookies) => wire.spv.list({ days: 60 }, cookies, never)),
  },
  {
    ...{ name: 'listaMesaje, to try a session', calls: calls('/listaMesaje'), form: 'json' },
    begin: withCookies(({ wire }, cookies) => wire.spv.hello(cookies, never)),
  },
  {
    ...{ name: 'descarcare of SPV', calls: calls('/descarcare'), form: 'pdf' },
    begin: withCookies(async ({ wire, ground }, cookies) => {
      const [id = ''] = ground.desk.authority.mailbox.messages.keys()
      const { kind } = await wire.spv.document(id, cookies, never)
      if (kind !== 'pdf') throw new Error(`a document is ${kind}`)
    }),
  },
  { name: 'cerere, the list before it', calls: calls('/listaMesaje'), form: 'json', begin: request },
  { name: 'cerere', calls: calls('/cerere'), form: 'json', begin: request },
  {
    ...{ name: 'exit of SPV', calls: calls('/exit'), form: 'html' },
    begin: withCookies(({ wire }, cookies) => wire.spv.exit(cookies, never)),
  },
]
