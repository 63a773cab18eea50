import { portalStart } from '../../../native-host/authority/portal/portal-start.ts'
import { sendDeclaration } from '../../../native-host/capabilities/declarations/send.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { declarationPdf } from '../../authority/documents/declaration-pdf.ts'
import { sha256 } from '../../authority/journal.ts'
import { never } from '../../contract/support/wire.ts'
import { type Machine, OWN } from '../machine.ts'
import { explain, files, type Operation, reads } from './operation.ts'
import { gatewayCookies, gatewaySession } from './sign-in.ts'

const DAY = 86_400_000

const placeOf = ({ wire }: Machine) => ({ url: portalStart(wire.profile), appPath: '/WAS6DUS' })

const submit: Operation['begin'] = async machine => {
  const { ground, wire, clock } = machine
  const { archive, portal, declarationStatusPage: statusPage } = wire
  const session = await gatewaySession(machine, placeOf(machine), { name: 'portal', ...portal })
  const bytes = await declarationPdf({ cui: OWN, signer: ground.person })
  const file = { sha256: await archive.declarations.stage(bytes, 'd300.pdf'), size: bytes.length, fileName: 'd300.pdf' }
  const begun = archive.declarations.begin([
    { ...file, again: false, cui: OWN, companyName: null, form: 'D300', period: null },
  ])
  const [declaration] = 'begun' in begun ? begun.begun : []
  if (!declaration) throw new Error('no declaration was written down')
  const { id } = declaration
  return files(() => sendDeclaration({ archive, portal, session, statusPage, now: clock.now, explain }, id, never), {
    row: () => archive.declarations.get(id),
    taken: () => ground.desk.authority.declarations.submittedOf(sha256(bytes)).length,
  })
}

/** A declaration of yesterday, the same one for every cell of an authority. */
function submitted({ ground: { desk } }: Machine) {
  const { declarations, clock } = desk.authority
  const known = declarations.submitted.find(({ cui }) => cui === '8000000000')
  return known ?? declarations.add({ cui: '8000000000', form: 'D300', submittedAt: clock.now() - DAY })
}

export const declarations: readonly Operation[] = [
  {
    ...{ name: 'WAS6DUS', calls: { service: 'portal', method: 'GET', path: '/WAS6DUS/' }, form: 'html' },
    begin: async machine => {
      const cookies = await gatewayCookies(machine, placeOf(machine))
      return { work: () => machine.wire.portal.hello(cookies, never) }
    },
  },
  {
    ...{ name: 'displayFile, the form before it', calls: { service: 'portal', method: 'GET', path: '/WAS6DUS/' } },
    form: 'html',
    begin: submit,
  },
  {
    ...{ name: 'displayFile', calls: { service: 'portal', method: 'POST', path: '/displayFile.do' }, form: 'html' },
    begin: submit,
  },
  {
    ...{ name: 'exit of the portal', calls: { service: 'portal', method: 'GET', path: '/exit' }, form: 'html' },
    begin: async machine => {
      const cookies = await gatewayCookies(machine, placeOf(machine))
      return { work: () => machine.wire.portal.exit(cookies, never) }
    },
  },
  {
    ...{ name: 'vizualizareStare', calls: { service: 'status', method: 'POST', path: '/vizualizareStare.do' } },
    form: 'html',
    begin: reads(async machine => {
      const { number, cui } = submitted(machine)
      const query = { filingNumber: number, cui, isCounter: false }
      const { kind } = await machine.wire.declarationStatusPage.query(query, never)
      if (kind !== 'found') throw new Error(`a declaration is ${kind}`)
    }),
  },
  {
    ...{ name: 'ObtineRecipisa', calls: { service: 'status', method: 'GET', path: '/ObtineRecipisa' }, form: 'pdf' },
    begin: reads(async machine => {
      const { number: index } = submitted(machine)
      // The answer to the caller.
      if (!(await machine.wire.declarationStatusPage.receipt(index, never)))
        throw new RecipisaError('receipt-unavailable', { index })
    }),
  },
]
