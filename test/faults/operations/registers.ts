import { serviceOf } from '../../../native-host/authority/registers/register-services.ts'
import { REGISTER_NAMES } from '../../../shared/domain/register-names.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { never } from '../../contract/support/wire.ts'
import { OWN } from '../machine.ts'
import { type Operation, reads } from './operation.ts'

const DAY = '2026-03-15'

const asking = REGISTER_NAMES.map(
  (register): Operation => ({
    name: `register ${register}`,
    calls: { service: 'public', method: 'POST', path: serviceOf(register).path },
    form: 'json',
    begin: reads(({ wire }) => wire.registers.ask({ register, cuis: [OWN], day: DAY }, never)),
  }),
)

export const registers: readonly Operation[] = [
  ...asking,
  {
    name: 'VAT, asynchronous: the question',
    calls: { service: 'public', method: 'POST', path: '/AsynchWebService/api/v8/ws/tva' },
    form: 'json',
    begin: reads(({ wire }) => wire.registers.submitVat({ cuis: [OWN], day: DAY }, never)),
  },
  {
    name: 'VAT, asynchronous: the result',
    calls: { service: 'public', method: 'GET', path: '/AsynchWebService/api/v7/ws/tva' },
    form: 'json',
    begin: async ({ ground: { desk }, wire }) => {
      desk.authority.registers.quirks.readyMs = 0
      const { correlationId } = await wire.registers.submitVat({ cuis: [OWN], day: DAY }, never)
      return {
        work: async () => {
          const answer = await wire.registers.fetchVat({ correlationId, isNew: false }, never)
          if (answer === 'not-ready') throw new RecipisaError('async-not-ready', { correlationId })
        },
      }
    },
  },
  {
    ...{ name: 'bilant', calls: { service: 'public', method: 'GET', path: '/bilant' }, form: 'json' },
    begin: reads(({ wire }) => wire.registers.statement({ cui: OWN, year: 2022 }, never)),
  },
]
