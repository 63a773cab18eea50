import { EXIT } from '../../../native-host/cli/core/exit-codes.ts'
import type { ErrorBody } from '../../../shared/errors/error-body.ts'
import type { Upload } from '../../../shared/protocol/uploads.ts'
import type { Random } from '../../authority/world/random.ts'
import { command, type Finished, HostProcess, type Message } from '../../contract/support/host.ts'
import type { Office } from '../../contract/support/office.ts'
import { SERIAL } from '../../contract/support/wire.ts'
import { BUYER, type Filing, inventFilings, OWN } from './filings.ts'

/** One of the programs that work over a data folder at the same time, deed after deed until the time is over. */
export type Lane = { name: string; work(until: () => boolean): Promise<void> }

/** The state that the lanes share. */
export type Shared = {
  office: Office
  /** Files that were given to some program; the latest one may be given to another meanwhile. */
  filings: Filing[]
  /** The number of deeds done. */
  count: { deeds: number }
  /** How often a host answered while a sync went on, told of a sync's progress, and ended one that was cancelled (H-02). */
  seen: { sideBySide: number; progress: number; cancelled: number }
  /** When somebody cancelled a sync, and when it had ended; epoch ms. */
  cancels: { from: number; to: number }[]
  /** Undocumented answers. */
  problems: string[]
}

/** Errors that a deed may meet because of the other lanes. */
const MET = new Set(['already-filed', 'filing-under-way', 'cancelled', 'code-expired', 'grant-rejected'])

const pickFiling = ({ office, filings }: Shared, random: Random): Filing => {
  const latest = filings.at(-1)
  if (latest && random.next() < 0.6) return latest
  const [filing] = inventFilings(office, random).slice(0, 1)
  if (!filing) throw new Error('no file was invented')
  filings.push(filing)
  return filing
}

/** A browser: a host on its port, which is closed and opened again now and then. */
export function browserLane(name: string, shared: Shared, random: Random): Lane {
  const { office, count, seen, cancels, problems } = shared
  const told = (deed: string, { error }: Message) => {
    if (error && !MET.has(String(error.details.reason))) problems.push(`${name}, ${deed}: ${JSON.stringify(error)}`)
  }
  const deeds: Record<string, (host: HostProcess) => Promise<void>> = {
    sync: async host => {
      const { id, answer } = host.start('invoices.sync', {})
      told('list during a sync', await host.start('invoices.list', { limit: 1 }).answer)
      if (host.messages.every(one => one.id !== id || 'progress' in one)) seen.sideBySide += 1
      told('sync', await answer)
      if (host.progressOf(id).length > 0) seen.progress += 1
    },
    'cancelled sync': async host => {
      const { id, answer } = host.start('invoices.sync', {})
      const from = Date.now()
      host.send({ cancel: id })
      const ended = await answer
      told('cancelled sync', ended)
      if (ended.error?.details.reason === 'cancelled') seen.cancelled += 1
      cancels.push({ from, to: Date.now() })
    },
    list: async host => told('list', await host.start('invoices.list', { limit: 50 }).answer),
    search: async host => told('search', await host.start('invoices.list', { search: 'firma', limit: 50 }).answer),
    lookup: async host => told('lookup', await host.start('lookups.get', { cuis: [random.pick([OWN, BUYER])] }).answer),
    upload: async host => {
      const { bytes } = pickFiling(shared, random)
      const data = bytes.toString('base64')
      const { sha256, cui, standard, suggested } = await host.request('uploads.inspect', { fileName: 'f.xml', data })
      const params = { sha256, cui: cui ?? OWN, standard: standard ?? ('UBL' as const), flags: suggested }
      told('upload', await host.start('uploads.send', params).answer)
    },
    'sign-in': async host => {
      await host.request('auth.begin', {})
      const code = office.authority.tokens.issueCode(SERIAL, office.authority.profile.redirectUri)
      told('sign-in', await host.start('auth.complete', { code }).answer)
    },
  }
  return {
    name,
    async work(isOver) {
      let host = new HostProcess(office.env)
      const close = async () => {
        await host.close()
        problems.push(...answeredTwice(host).map(id => `${name}: the request ${id} was answered twice`))
      }
      while (!isOver()) {
        if (random.next() < 0.1) {
          await close()
          host = new HostProcess(office.env)
        }
        await deeds[random.pick(Object.keys(deeds))]?.(host)
        count.deeds += 1
      }
      await close()
    },
  }
}

function answeredTwice({ messages }: HostProcess): number[] {
  const ids = messages.flatMap(one => (one.id !== undefined && ('result' in one || 'error' in one) ? [one.id] : []))
  return ids.filter((id, at) => ids.indexOf(id) !== at)
}

/** Whether a command was done, met what the others do, or told of an upload that the authority has found errors in. */
function isExpected({ code, stdout }: Finished): boolean {
  if (code === EXIT.done) return true
  if (!stdout.startsWith('{')) return false
  const { error, attempts = [] } = JSON.parse(stdout) as { error?: ErrorBody; attempts?: Upload[] }
  if (error) return MET.has(String(error.details.reason))
  const states = attempts.map(({ state }) => state)
  return code === EXIT.refused && states.some(state => state === 'nok' || state === 'not-taken')
}

/** A person, or a script, at the command line. */
export function commandLane(name: string, shared: Shared, random: Random): Lane {
  const { office, count, cancels, problems } = shared
  const deeds: Record<string, () => readonly string[]> = {
    sync: () => ['invoices', 'sync'],
    list: () => ['invoices', 'list'],
    search: () => ['invoices', 'list', '--search', 'firma'],
    lookup: () => ['companies', 'lookup', random.pick([OWN, BUYER])],
    cancel: () => ['jobs', 'cancel'],
    check: () => ['uploads', 'check'],
    upload: () => ['invoices', 'upload', pickFiling(shared, random).path, '--yes'],
  }
  return {
    name,
    async work(isOver) {
      while (!isOver()) {
        const deed = random.pick(Object.keys(deeds))
        const from = Date.now()
        const finished = await command([...(deeds[deed]?.() ?? []), '--json'], office.env)
        if (deed === 'cancel') cancels.push({ from, to: Date.now() })
        const { code, stdout, stderr } = finished
        if (!isExpected(finished)) problems.push(`${name}, ${deed}: exit ${code}: ${stdout}${stderr}`)
        count.deeds += 1
      }
    },
  }
}
