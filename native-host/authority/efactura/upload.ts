import { MAX_UPLOAD } from '../../../shared/domain/file-sizes.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { DailyLimits } from '../../limits/daily.ts'
import type { Profile } from '../../profile/profile.ts'
import { provenToken } from '../oauth/proven-token.ts'
import type { TokenProof } from '../oauth/token-proof.ts'
import { readUploadAnswer } from '../wire/evidence.ts'
import type { Http, HttpAnswer } from '../wire/http.ts'
import { dailyLimitOf, noteError } from '../wire/notes.ts'
import { unclearAnswer, unknownOutcome } from '../wire/unknown-outcome.ts'
import { createApi } from './api.ts'
import type { AccessTokens, UploadClient, UploadRequest } from './types.ts'

type Options = {
  http: Http
  profile: Pick<Profile, 'baseUrl' | 'environment'>
  tokens: AccessTokens
  proof: TokenProof
  daily: DailyLimits
}

/** Largest answer that is read, bytes: a rejection can list many findings. */
const MAX_ANSWER = 4_000_000
/** Uploads were seen to be answered after well over a minute; who gave up and sent again filed twice. Milliseconds. */
const ANSWER_TIMEOUT = 180_000

/**
 * Filing with OAuth. The token is proved first, so that a refused one costs no filing; a body that has left is never
 * sent again, and what its answer does not prove (`evidence.ts`) is unknown (E-05).
 */
export function createUploadClient({ http, profile, tokens, proof, daily }: Options): UploadClient {
  const api = createApi(http, tokens, proof)

  /** Sends once; a failure tells whether anything may have arrived. */
  const send = async (filing: UploadRequest, operation: string, token: string, signal: AbortSignal) => {
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
      beforeEach: () => {
        if (!proof.holds(token)) throw new ProofIsOld()
        if (standard === 'RASP') daily.take('rasp', cui)
      },
      onBytes: () => {
        hasLeft = true
      },
    } as const
    try {
      return await http.send(request, signal)
    } catch (error) {
      throw hasLeft ? unknownOutcome(operation, error) : error
    }
  }

  const sendProven = async (filing: UploadRequest, operation: string, signal: AbortSignal): Promise<HttpAnswer> => {
    for (;;) {
      const token = await provenToken({ api, tokens, proof, daily, profile }, filing.cui, signal)
      try {
        const answer = await send(filing, operation, token, signal)
        proof.learn(token, answer)
        return answer
      } catch (error) {
        if (!(error instanceof ProofIsOld)) throw error
      }
    }
  }

  return {
    async upload(filing, signal) {
      const { bytes, standard, cui, flags } = filing
      if (bytes.length > MAX_UPLOAD) {
        throw new RecipisaError('upload-too-large', { bytes: bytes.length, limit: MAX_UPLOAD })
      }
      const operation = flags.b2c ? 'uploadb2c' : 'upload'
      const answer = await sendProven(filing, operation, signal)
      const outcome = readUploadAnswer(answer)
      if (outcome === undefined) throw await unclearAnswer(http, operation, answer)
      const usedUp = outcome.outcome === 'rejected' ? outcome.findings.find(dailyLimitOf) : undefined
      if (usedUp === undefined) return outcome
      if (standard === 'RASP') daily.exhaust('rasp', cui)
      throw noteError(operation, usedUp, cui)
    },
  }
}

/** The filing waited for its turn until the proof of its token was old; nothing has left. Never leaves this file. */
class ProofIsOld extends Error {}

/** The query (E-01): the flags only ever as `DA`. */
function parametersOf({ standard, cui, flags }: UploadRequest): URLSearchParams {
  return new URLSearchParams({
    standard,
    cif: cui,
    ...(flags.extern ? { extern: 'DA' } : {}),
    ...(flags.selfBilled ? { autofactura: 'DA' } : {}),
    ...(flags.enforcement ? { executare: 'DA' } : {}),
  })
}
