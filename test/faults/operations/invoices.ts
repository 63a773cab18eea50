import { never } from '../../contract/support/wire.ts'
import { type Machine, OWN } from '../machine.ts'
import type { Operation } from './operation.ts'
import { signedIn } from './sign-in.ts'

const HOUR = 3_600_000

type Service = 'api' | 'certificate'

/** Reading what the company has at e-Factura. */
const reading = (service: Service): readonly Operation[] => {
  const isCertificate = service === 'certificate'
  const named = (name: string) => (isCertificate ? `${name}, certificate` : name)
  const begin = (work: (machine: Machine) => Promise<unknown>) => async (machine: Machine) => {
    await signedIn(machine)
    return { work: () => work(machine) }
  }
  const row = (name: string, form: Operation['form'], work: (machine: Machine) => Promise<unknown>): Operation => ({
    ...{ name: named(name), calls: { service, method: 'GET', path: `/${name}` }, form, isCertificate },
    begin: begin(work),
  })
  return [
    row('listaMesajeFactura', 'json', ({ wire }) => wire.eInvoicing.listByDays({ cui: OWN, days: 5 }, never)),
    row('listaMesajePaginatieFactura', 'json', ({ wire, ground }) => {
      const now = ground.desk.authority.clock.now()
      return wire.eInvoicing.listWindow({ cui: OWN, from: now - 24 * HOUR, until: now - HOUR }, never)
    }),
    row('descarcare', 'zip', async ({ wire, ground }) => {
      const { kind } = await wire.eInvoicing.download(messageOf(ground.desk.authority.world).id, never)
      if (kind !== 'zip') throw new Error(`a download is ${kind}`)
    }),
    row('stareMesaj', 'xml', async ({ wire, ground }) => {
      const { upload } = messageOf(ground.desk.authority.world)
      const { kind } = await wire.eInvoicing.status(upload.uploadIndex, never)
      if (kind !== 'ok') throw new Error(`an upload's state is ${kind}`)
    }),
  ]
}

function messageOf(world: Machine['ground']['desk']['authority']['world']) {
  const [message] = world.messages.values()
  if (!message) throw new Error('the world has no message')
  return message
}

export const invoices = reading('api')
export const invoicesByCertificate = reading('certificate')
