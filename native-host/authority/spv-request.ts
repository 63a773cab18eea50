import * as v from 'valibot'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import type { RequestParams } from '../../shared/protocol/requests.ts'
import type { Gateway } from './gateway.ts'
import type { Http, HttpAnswer } from './http.ts'
import type { RequestAnswer, Spv } from './spv.ts'
import { readSpvNote, spvNoteError } from './spv-notes.ts'
import { unknownOutcome } from './unknown-outcome.ts'

const OPERATION = 'cerere'
/** Largest answer that is read, bytes. */
const MAX_ANSWER = 4_000_000
/** A request that is given up may have been taken all the same: the service gets its time, ms. */
const ANSWER_TIMEOUT = 180_000

/** Our fields and the service's parameters, in the order of document 3. */
const WIRE_NAMES = {
  year: 'an',
  month: 'luna',
  reason: 'motiv',
  registration: 'numar_inregistrare',
  branch: 'cui_pui',
  from: 'lunai',
  to: 'lunas',
} as const satisfies Record<keyof RequestParams, string>

/** `cerere`: a GET that files something each time that it arrives. */
export function createSpvRequest(http: Http, gateway: Gateway, spvUrl: string): Spv['request'] {
  return async ({ type, cui, params }, cookies, signal, onBytes) => {
    let mayHaveArrived = false
    const request = {
      operation: OPERATION,
      url: `${spvUrl}/cerere?${queryOf(type, cui, params)}`,
      maxBytes: MAX_ANSWER,
      timeout: ANSWER_TIMEOUT,
      once: true,
      onBytes: () => {
        mayHaveArrived = true
        onBytes?.()
      },
      onTurnedAway: () => {
        mayHaveArrived = false
      },
    }
    let answer: HttpAnswer
    try {
      answer = await gateway.read(request, cookies, signal)
    } catch (error) {
      // A 429 is the door's answer, not the service's.
      const isRefusal = error instanceof RecipisaError && error.reason === 'rate-limited'
      throw mayHaveArrived && !isRefusal ? unknownOutcome(OPERATION, error, 'request-unknown') : error
    }
    return readAnswer(http, answer)
  }
}

async function readAnswer(http: Http, { status, body, bytes }: HttpAnswer): Promise<RequestAnswer> {
  // The firewall stands before the service: what it rejects was not taken.
  if (body.kind === 'firewall') throw new RecipisaError('firewall', { operation: OPERATION, supportId: body.supportId })
  if (body.kind === 'note') {
    const { category } = readSpvNote(body.note)
    if (category === 'technical') throw spvNoteError(OPERATION, body.note)
    // Whatever else it objects to is its validation, which counts and not ours (S-06).
    if (status < 500)
      return { kind: 'rejected', category: category === 'rights' ? 'rights' : 'validation', note: body.note }
  }
  const accepted = body.kind === 'json' && status === 200 ? v.safeParse(Accepted, body.value) : undefined
  if (accepted?.success) {
    const { id_solicitare: requestId, titlu: announcement } = accepted.output
    return { kind: 'accepted', requestId, announcement }
  }
  const keeping = http.unexpected(OPERATION, `HTTP ${status}, ${body.kind}`, bytes)
  // Unknown also where it cannot be kept.
  throw unknownOutcome(OPERATION, await keeping.catch((cause: unknown) => cause), 'request-unknown')
}

const Accepted = v.object({
  id_solicitare: v.pipe(
    v.union([v.string(), v.pipe(v.number(), v.safeInteger())]),
    v.transform(value => String(value).trim()),
    v.regex(/^\d{1,20}$/),
  ),
  titlu: v.fallback(v.string(), ''),
})

/** Spaces as %20, as the document's examples write them; a form's + would be another letter to some services. */
function queryOf(type: string, cui: string, params: RequestParams): string {
  const fields = Object.entries(WIRE_NAMES).map(
    ([field, name]) => [name, params[field as keyof RequestParams]] as const,
  )
  return [['tip', type] as const, ['cui', cui] as const, ...fields]
    .flatMap(([name, value]) => (value === undefined ? [] : `${name}=${encodeURIComponent(value)}`))
    .join('&')
}
