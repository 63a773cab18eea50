import { HOSTS } from '../authority/profile.ts'

/** One call of the authority's services: `path` is the path's end, as in a `FaultRule`. */
export type Call = { service: keyof typeof HOSTS; method: 'GET' | 'POST'; path: string }

export const isCall = ({ service, method, path }: Call, asked: string, url: URL): boolean =>
  asked === method && url.hostname === HOSTS[service] && url.pathname.endsWith(path)

export const matchOf = ({ service, method, path }: Call) => ({ host: HOSTS[service], method, path })
