import * as v from 'valibot'
import type { Clock } from './clock.ts'
import { HOSTILE } from './documents/hostile.ts'
import type { Pace } from './efactura/context.ts'
import type { Faults } from './faults.ts'
import { json, type Reply, type Site } from './http.ts'
import type { Journal } from './journal.ts'
import { registerRoutes } from './registers/control.ts'
import type { RegisterData } from './registers/registers.ts'
import type { Upload, UploadedFile, World } from './world/world.ts'

/** A message of the world in the form in which a client must store it. */
export type ExpectedMessage = {
  id: string
  uploadIndex: string
  type: string
  number: string
  indexedAt: number
  bytes: number
  sha256: string
}
export type ExpectedCompany = { cui: string; name: string; messages: ExpectedMessage[] }

const Document = v.strictObject({
  seller: v.string(),
  buyer: v.string(),
  document: v.exactOptional(v.picklist(['invoice', 'credit-note', 'buyer-message'])),
  outcome: v.exactOptional(v.picklist(['ok', 'nok', 'rejected'])),
  selfBilled: v.exactOptional(v.boolean()),
  number: v.exactOptional(v.string()),
  issueDate: v.exactOptional(v.string()),
  text: v.exactOptional(v.string()),
  refersTo: v.exactOptional(v.string()),
  type: v.exactOptional(v.string()),
  details: v.exactOptional(v.string()),
  uploadedAt: v.exactOptional(v.number()),
  processedAt: v.exactOptional(v.number()),
  indexedAt: v.exactOptional(v.number()),
  environment: v.exactOptional(v.picklist(['prod', 'test'])),
})
const Handled = v.exactOptional(v.boolean())
const Bytes = v.exactOptional(v.number())
const Effect = v.variant('kind', [
  v.strictObject({ kind: v.literal('delay'), ms: v.number() }),
  v.strictObject({ kind: v.literal('hang'), handled: Handled }),
  v.strictObject({ kind: v.literal('reset'), handled: Handled }),
  v.strictObject({ kind: v.literal('reset-in-request'), bytes: Bytes }),
  v.strictObject({ kind: v.literal('reset-in-body'), bytes: Bytes }),
  v.strictObject({ kind: v.literal('truncate'), bytes: Bytes }),
  v.strictObject({
    kind: v.literal('status'),
    status: v.number(),
    retryAfterSeconds: v.exactOptional(v.number()),
    headers: v.exactOptional(v.record(v.string(), v.string())),
    body: v.exactOptional(v.string()),
    contentType: v.exactOptional(v.string()),
    handled: Handled,
  }),
  v.strictObject({
    kind: v.literal('page'),
    page: v.picklist(['maintenance', 'maintenance-503', 'firewall', 'login-wall']),
    handled: Handled,
  }),
  v.strictObject({ kind: v.literal('redirect'), location: v.string(), handled: Handled }),
  v.strictObject({ kind: v.literal('content-type'), value: v.string() }),
  v.strictObject({
    kind: v.literal('body'),
    body: v.string(),
    contentType: v.exactOptional(v.string()),
    status: v.exactOptional(v.number()),
    handled: Handled,
  }),
  v.strictObject({ kind: v.literal('no-close-notify'), bytes: Bytes, withoutLength: v.exactOptional(v.boolean()) }),
  v.strictObject({ kind: v.literal('append'), text: v.string() }),
  v.strictObject({ kind: v.literal('hostile'), what: v.picklist(HOSTILE) }),
  v.strictObject({
    kind: v.literal('then'),
    add: v.exactOptional(v.array(Document)),
    remove: v.exactOptional(v.array(v.string())),
  }),
])
const Rule = v.strictObject({
  match: v.strictObject({
    host: v.exactOptional(v.string()),
    method: v.exactOptional(v.string()),
    path: v.exactOptional(v.string()),
    query: v.exactOptional(v.record(v.string(), v.string())),
  }),
  nth: v.exactOptional(v.number()),
  times: v.exactOptional(v.union([v.number(), v.literal('always')])),
  effect: Effect,
})
const ClockChange = v.union([v.strictObject({ advanceMs: v.number() }), v.strictObject({ setMs: v.number() })])

const PaceChange = v.strictObject({
  processingMs: v.exactOptional(v.number()),
  indexingMs: v.exactOptional(v.number()),
})

type Controlled = {
  clock: Clock
  pace: Pace
  faults: Faults
  journal: Journal
  world: World
  registers: RegisterData
  expected: () => ExpectedCompany[]
  revokeAccess: () => void
  /** Additional doors, by method and path. */
  doors: Readonly<Record<string, (body: unknown) => unknown>>
}

/** The action of a door: it gets the query and the parsed body, and its answer becomes JSON. */
export type Route = (query: URLSearchParams, body: unknown) => unknown

/** The door for other processes, JSON both ways; it is exempt from the journal and from faults. */
export function createControlSite(controlled: Controlled): Site {
  const { clock, pace, faults, journal, world, registers, expected, revokeAccess, doors } = controlled
  const routes: Record<string, Route> = {
    ...registerRoutes(registers),
    'GET /journal': query => journal.entries.filter(({ n }) => n > Number(query.get('since') ?? 0)),
    'GET /clock': () => ({ now: clock.now() }),
    'POST /clock': (_query, body) => {
      const change = v.parse(ClockChange, body)
      if ('advanceMs' in change) clock.advance(change.advanceMs)
      else clock.set(change.setMs)
      return { now: clock.now() }
    },
    'POST /faults': (_query, body) => {
      faults.add(v.parse(Rule, body))
      return {}
    },
    'DELETE /faults': () => {
      faults.clear()
      return {}
    },
    'POST /pace': (_query, body) => Object.assign(pace, v.parse(PaceChange, body)),
    'GET /uploads': query =>
      [...world.uploads.values()]
        .filter(isUploaded)
        .map(describeUpload)
        .filter(({ sha256 }) => {
          const wanted = query.get('sha256')
          return wanted === null || wanted === sha256
        }),
    'POST /tokens/revoke-access': () => {
      revokeAccess()
      return {}
    },
    'GET /world': () => expected(),
    'POST /world/invoices': (_query, body) => {
      const { upload, messages } = world.addInvoice(v.parse(Document, body))
      return { uploadIndex: upload.uploadIndex, ids: messages.map(({ id }) => id) }
    },
  }
  for (const [name, open] of Object.entries(doors)) routes[name] = (_query, body) => open(body)
  return {
    handle: ({ method, path, query, body }): Reply => {
      const route = routes[`${method} ${path}`]
      if (!route) return json({ error: 'no such door', doors: Object.keys(routes) }, 404)
      try {
        return json(route(query, body.length > 0 ? JSON.parse(body.toString()) : {}))
      } catch (error) {
        return json({ error: error instanceof Error ? error.message : String(error) }, 400)
      }
    },
  }
}

type Uploaded = Upload & { file: UploadedFile }

const isUploaded = (upload: Upload): upload is Uploaded => upload.file !== null

/** A recorded upload, whatever the fate of its answer. */
function describeUpload({ uploadIndex, environment, outcome, number, seller, buyer, file, ...upload }: Uploaded) {
  const { sha256, cif, standard, b2c, findings, content } = file
  const { uploadedAt, processedAt } = upload
  const parties = { seller: seller.cui, buyer: buyer.cui }
  const filed = { uploadIndex, environment, outcome, number, ...parties, uploadedAt, processedAt }
  return { ...filed, cif, standard, b2c, findings, sha256, bytes: content.length }
}
