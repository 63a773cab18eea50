import { never } from '../../contract/support/wire.ts'
import type { Machine } from '../machine.ts'
import type { Operation } from './operation.ts'
import { signedIn } from './sign-in.ts'

const calls = { service: 'login', method: 'POST', path: '/token' } as const

export const login: readonly Operation[] = [
  {
    name: 'token, for a code',
    calls,
    form: 'json',
    begin: async ({ ground: { desk, person }, wire }) => {
      const { authority } = desk
      const code = authority.tokens.issueCode(person.serialNumber, authority.profile.redirectUri)
      return { work: () => wire.tokens.complete(code, never) }
    },
  },
  {
    name: 'token, for a refresh token',
    calls,
    form: 'json',
    begin: async ({ ground: { desk }, wire }) => {
      await desk.signIn(wire)
      return { work: () => wire.tokens.refresh(never) }
    },
  },
  {
    name: 'TestOauth',
    calls: { service: 'api', method: 'GET', path: '/TestOauth/jaxrs/hello' },
    form: 'text',
    begin: async (machine: Machine) => {
      await signedIn(machine)
      return { work: () => machine.wire.eInvoicing.hello(never) }
    },
  },
]
