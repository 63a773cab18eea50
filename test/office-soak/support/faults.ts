import { setTimeout as wait } from 'node:timers/promises'
import type { Random } from '../../authority/world/random.ts'
import type { ServerEnd } from '../../contract/support/postgres.ts'
import { waitFor } from '../../support/wait-for.ts'
import type { Desk } from './desk.ts'
import { EVERYBODY, type Outage } from './outages.ts'
import type { Premises } from './premises.ts'

/** How long something is away, ms. */
const AWAY = { least: 200, most: 3000 }
/** How long to wait for the moment at which a line is to be cut, ms: perhaps the seat does nothing of that kind now. */
const PATIENCE = 5000

/** Where in the talk of a seat with the database its network goes. */
const MOMENTS = [
  ['BEGIN', 'before'],
  ['BEGIN', 'after'],
  ['put_entry', 'before'],
  ['put_entry', 'after'],
  ['INSERT INTO recipisa.documents', 'after'],
  ['COMMIT', 'before'],
  ['COMMIT', 'after'],
  ['claim_document', 'after'],
  ['release_document', 'before'],
  ['claim_filing', 'before'],
  ['claim_filing', 'after'],
  ['settle_filing', 'after'],
  ['take_turns', 'after'],
  ['take_quota', 'after'],
  ['recipisa.entries e JOIN', 'after'],
] as const

const ENDS: readonly ServerEnd[] = ['SIGKILL', 'SIGQUIT', 'SIGINT']

export type Fault =
  | { kind: 'kill'; desk: Desk }
  | { kind: 'cut'; desk: Desk }
  | { kind: 'cut-at'; desk: Desk; text: string; when: 'before' | 'after' }
  | { kind: 'restart'; how: ServerEnd }

/** Invents the next thing that goes wrong. */
export function inventFault({ desks }: Premises, random: Random): Fault {
  const desk = random.pick(desks)
  const dice = random.next()
  if (dice < 0.3) return { kind: 'kill', desk }
  if (dice < 0.45) return { kind: 'cut', desk }
  if (dice < 0.92) {
    const [text, when] = random.pick(MOMENTS)
    return { kind: 'cut-at', desk, text, when }
  }
  return { kind: 'restart', how: random.pick(ENDS) }
}

export const nameOf = (fault: Fault): string =>
  fault.kind === 'restart'
    ? `restart ${fault.how}`
    : fault.kind === 'cut-at'
      ? `cut ${fault.when} ${fault.text}`
      : fault.kind

/** Lets it go wrong and mends it; gives when, and undefined where its moment did not come. */
export async function strike(fault: Fault, { server }: Premises, random: Random): Promise<Outage | undefined> {
  const away = () => wait(random.between(AWAY.least, AWAY.most))
  if (fault.kind === 'restart') {
    const from = Date.now()
    await server.restart(fault.how)
    return { desk: EVERYBODY, from, to: Date.now() }
  }
  const { desk } = fault
  if (fault.kind === 'kill') {
    const from = Date.now()
    await desk.kill()
    await away()
    desk.start()
    return { desk: desk.name, from, to: Date.now() }
  }
  if (fault.kind === 'cut') desk.line.cut()
  else {
    desk.line.cutAt(fault.text, fault.when)
    const isCut = () => desk.line.isCut()
    const came = await waitFor('the line is cut', isCut, PATIENCE).catch(() => false)
    if (!came) {
      desk.line.mend()
      return undefined
    }
  }
  const from = Date.now()
  await away()
  desk.line.mend()
  return { desk: desk.name, from, to: Date.now() }
}
