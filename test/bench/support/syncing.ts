import { seedWorld } from '../../authority/world/seed.ts'
import { startCommand } from '../../contract/support/host.ts'
import { type Office, openOffice } from '../../contract/support/office.ts'
import { type Used, withUsed } from './used.ts'

type Size = { companies: number; invoicesPerCompany: number }
type Options = Omit<Parameters<typeof openOffice>[0] & object, 'world'>

/** Works in an office whose companies are on the list and were never synced. */
export async function inOffice<T>(size: Size, options: Options, work: (office: Office) => Promise<T>): Promise<T> {
  const office = await openOffice({ world: now => seedWorld({ now, ...size }), ...options })
  try {
    await office.addCompanies()
    return await work(office)
  } finally {
    await office.close()
  }
}

type Request = { at: number; status: number | null }
export type Synced = Used & {
  downloaded: number
  /** To the API while it ran, the first one first; `at`: epoch ms. */
  requests: Request[]
  /** From the start of the program to its end, ms. */
  time: number
}

/** Syncs by the shipped program. Throws if that fails. */
export async function sync({ authority, env }: Office): Promise<Synced> {
  const since = authority.journal.last
  const begun = performance.now()
  const { code, stderr, json, processor, peak } = await withUsed(startCommand(['invoices', 'sync', '--json'], env))
  const time = performance.now() - begun
  if (code !== 0) throw new Error(`the sync failed (${code}): ${stderr}`)
  const { downloaded } = json() as { downloaded: number }
  const requests = authority.journal.entries
    .filter(({ n, host }) => n > since && host.startsWith('api.'))
    .map(({ at, status }) => ({ at, status }))
    .toSorted((a, b) => a.at - b.at)
  return { downloaded, requests, time, processor, peak }
}

/** Requests a second in each fifth of a row of them. */
export function ratesOf(requests: readonly Request[]): number[] {
  const fifth = Math.floor(requests.length / 5)
  return Array.from({ length: 5 }, (_, part) => {
    const [first, last] = [requests[part * fifth], requests[(part + 1) * fifth - 1]]
    return ((fifth - 1) * 1000) / ((last?.at ?? 0) - (first?.at ?? 0))
  })
}
