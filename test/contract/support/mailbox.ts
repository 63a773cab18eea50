import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SessionCookie } from '../../../shared/protocol/session.ts'
import { allTexts } from './archived-zips.ts'
import type { Office } from './office.ts'
import { prepare } from './prepare.ts'
import { signInToMailbox } from './spv.ts'

export const SPV = 'webserviced.localhost'

/** Signs in as a browser does and pipes the cookies to the command line. */
export async function importSession(
  office: Office,
  options?: Parameters<typeof signInToMailbox>[1],
): Promise<SessionCookie[]> {
  const cookies = await signInToMailbox(office.authority, options)
  await takeOver(office, cookies)
  return cookies
}

export async function takeOver({ env }: Office, cookies: readonly SessionCookie[]): Promise<void> {
  await prepare(env, call => call('session.import', { service: 'spv', cookies: [...cookies] }))
}

/** SHA-256 of the mailbox's archived documents, by their names. */
function archivedMail(dataDir: string): Map<string, string> {
  const wanted = (name: string) => /\/mesaje-spv\/[^/.][^/]*\.pdf$/.test(name)
  const paths = [...allTexts(join(dataDir, 'archive'), wanted).keys()]
  const hash = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')
  return new Map(paths.map(path => [path.split('/').at(-1) ?? path, hash(path)]))
}

/** Ids of the messages whose document is archived. */
export function archivedMailIds(dataDir: string): Set<string> {
  return new Set([...archivedMail(dataDir).keys()].map(name => /_(\d+)\.pdf$/.exec(name)?.[1] ?? name))
}

/** SHA-256 of the documents in a complete archive of the mailbox, and in this one. */
export function mailHashes({ authority, dataDir }: Office) {
  const given = authority.expectedMail().filter(({ isWithheld }) => !isWithheld)
  return {
    expected: given.map(({ sha256 }) => sha256).sort(),
    archived: [...archivedMail(dataDir).values()].sort(),
  }
}

/** Requests to a path of the mailbox's host. */
export function asked({ authority }: Office, path: string) {
  return authority.journal.find({ host: SPV, path })
}
