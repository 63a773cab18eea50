import type { Services } from '../../services.ts'
import type { Handlers } from '../core/handler.ts'

type Area = Extract<keyof Handlers, `office.${string}`>

/** This machine as a seat of an office. */
export function officeOperations({ office, redactor }: Services): Pick<Handlers, Area> {
  return {
    'office.status': () => office.status(),
    async 'office.create'(params) {
      redactor.register(params.password)
      return office.create(params)
    },
    async 'office.join'(params) {
      redactor.register(params.password)
      return office.join(params)
    },
    'office.leave': () => office.leave(),
    async 'office.keep'(params) {
      if (params.objectStore) redactor.register(params.objectStore.secretAccessKey)
      return office.keep(params)
    },
    'office.exchange': (_params, { signal }) => office.exchange(signal),
    async 'office.addSeat'(params) {
      const seat = await office.addSeat(params)
      redactor.register(seat.password)
      return seat
    },
    'office.giveCompanies': params => office.giveCompanies(params),
    'office.endSeat': ({ name }) => office.endSeat(name),
    async 'office.fileAlone'({ contents }) {
      await office.fileAlone(contents)
      return {}
    },
  }
}
