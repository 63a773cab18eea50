import { unzipSync } from 'fflate'
import { sampleXml } from '../../authority/documents/sample.ts'
import { never } from '../../contract/support/wire.ts'
import { type Machine, OWN, PARTNER } from '../machine.ts'
import type { Operation } from './operation.ts'
import { signedIn } from './sign-in.ts'

const xml = new Uint8Array(Buffer.from(sampleXml({ seller: OWN, buyer: PARTNER })))

/** The stateless checks: with a sign-in if there is one, otherwise over the public host. */
const checksOn = (service: 'api' | 'public'): readonly Operation[] => {
  const named = (name: string) => (service === 'public' ? `${name}, public` : name)
  const begin = (work: (machine: Machine) => Promise<unknown>) => async (machine: Machine) => {
    if (service === 'api') await signedIn(machine)
    return { work: () => work(machine) }
  }
  return [
    {
      ...{ name: named('validare'), calls: { service, method: 'POST', path: '/validare/FACT1' }, form: 'json' },
      begin: begin(({ wire }) => wire.checks.validate(xml, never)),
    },
    {
      ...{ name: named('transformare'), calls: { service, method: 'POST', path: '/transformare/FACT1' }, form: 'pdf' },
      begin: begin(async ({ wire }) => {
        const { outcome } = await wire.checks.toPdf(xml, { validate: true }, never)
        if (outcome !== 'pdf') throw new Error(`a transformation is ${outcome}`)
      }),
    },
    {
      ...{ name: named('validate/signature'), calls: { service, method: 'POST', path: '/validate/signature' } },
      form: 'json',
      begin: begin(machine => machine.wire.checks.validateSignature(signedFiles(machine), never)),
    },
  ]
}

function signedFiles({ ground: { desk } }: Machine) {
  const [id = ''] = desk.authority.world.messages.keys()
  const files = Object.entries(unzipSync(desk.authority.zipOf(id)))
  const find = (isSignature: boolean) =>
    files.find(([name]) => name.startsWith('semnatura') === isSignature)?.[1] ?? new Uint8Array()
  return { document: find(false), signature: find(true) }
}

export const checks = checksOn('api')
export const publicChecks = checksOn('public')
