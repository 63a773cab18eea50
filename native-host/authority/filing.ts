import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import type { DailyLimits } from '../limits/daily.ts'
import type { Profile } from '../profile/profile.ts'
import { createApi } from './api.ts'
import { parseFilingAnswer } from './filing-answer.ts'
import type { Http, HttpAnswer } from './http.ts'
import { dailyLimitOf, noteError } from './notes.ts'
import type { AccessTokens, FilingAnswer, FilingRequest, Filings } from './types.ts'
import { unknownOutcome } from './unknown-outcome.ts'
import { MAX_UPLOAD } from './upload-size.ts'

type Options = {
  http: Http
  profile: Pick<Profile, 'baseUrl' | 'environment'>
  tokens: AccessTokens
  daily: DailyLimits
}

/** Largest answer that is read, bytes: a rejection can list many findings. */
const MAX_ANSWER = 4_000_000
/** Uploads were seen to be answered after well over a minute; who gave up and sent again filed twice. Milliseconds. */
const ANSWER_TIMEOUT = 180_000

/** Filing with OAuth. What goes wrong after the first byte is `outcome-unknown`, and nothing is sent again (E-05). */
export function createFilings({ http, profile, tokens, daily }: Options): Filings {
  const api = createApi(http, tokens)

  /** Sends once; a failure tells whether anything may have arrived. */
  const send = async (filing: FilingRequest, operation: string, token: string, signal: AbortSignal) => {
    const { bytes, standard, cui } = filing
    let hasLeft = false
    const request = {
      operation,
      to: 'api',
      method: 'POST',
      url: `${profile.baseUrl}/${profile.environment}/FCTEL/rest/${operation}?${parametersOf(filing)}`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'text/plain' },
      body: bytes,
      maxBytes: MAX_ANSWER,
      timeout: ANSWER_TIMEOUT,
      beforeEach: () => standard === 'RASP' && daily.take('rasp', cui),
      onBytes: () => {
        hasLeft = true
      },
    } as const
    try {
      return await http.send(request, signal)
    } catch (error) {
      // A 429 is the door's answer, not the service's.
      const isRefusal = error instanceof RecipisaError && error.reason === 'rate-limited'
      throw hasLeft && !isRefusal ? unknownOutcome(operation, error) : error
    }
  }

  const read = async (answer: HttpAnswer, operation: string): Promise<FilingAnswer> => {
    const { status, body, bytes } = answer
    // The firewall stands before the service: what it rejects was not filed.
    if (body.kind === 'firewall') throw new RecipisaError('firewall', { operation, supportId: body.supportId })
    if (body.kind === 'note' && status < 500) return { outcome: 'rejected', findings: [body.note] }
    const understood = body.kind === 'xml' && status === 200 ? parseFilingAnswer(body.text) : undefined
    if (understood) return understood
    const keeping = http.unexpected(operation, `HTTP ${status}, ${body.kind}`, bytes)
    throw unknownOutcome(operation, await keeping.catch((cause: unknown) => cause)) // unknown also where it cannot be kept
  }

  return {
    async upload(filing, signal) {
      const { bytes, standard, cui, flags } = filing
      if (bytes.length > MAX_UPLOAD) {
        throw new RecipisaError('upload-too-large', { bytes: bytes.length, limit: MAX_UPLOAD })
      }
      const operation = flags.b2c ? 'uploadb2c' : 'upload'
      const answer = await api.call(operation, token => send(filing, operation, token, signal), signal)
      const outcome = await read(answer, operation)
      const usedUp = outcome.outcome === 'rejected' ? outcome.findings.find(dailyLimitOf) : undefined
      if (usedUp === undefined) return outcome
      if (standard === 'RASP') daily.exhaust('rasp', cui)
      throw noteError(operation, usedUp, cui)
    },
  }
}

/** The query (E-01): the flags only ever as `DA`. */
function parametersOf({ standard, cui, flags }: FilingRequest): URLSearchParams {
  return new URLSearchParams({
    standard,
    cif: cui,
    ...(flags.extern ? { extern: 'DA' } : {}),
    ...(flags.selfBilled ? { autofactura: 'DA' } : {}),
    ...(flags.enforcement ? { executare: 'DA' } : {}),
  })
}
