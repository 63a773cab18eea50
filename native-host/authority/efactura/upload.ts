import { MAX_UPLOAD } from '../../../shared/domain/file-sizes.ts'
import { waitsForCertificate } from '../../../shared/errors/certificate-wait.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { DailyLimits } from '../../limits/daily.ts'
import type { Profile } from '../../profile/profile.ts'
import { type AccessTokens, authorizationOf, createApi } from '../oauth/authorized-api.ts'
import type { TokenProof } from '../oauth/token-proof.ts'
import type { Http, HttpAnswer } from '../wire/http.ts'
import { createLanes } from '../wire/transports/lanes.ts'
import { unclearAnswer, unknownOutcome } from '../wire/unknown-outcome.ts'
import { dailyLimitOf, noteError } from './notes.ts'
import { provenToken } from './proven-token.ts'
import type { UploadClient, UploadRequest } from './types.ts'
import { readUploadAnswer } from './upload-answer.ts'

type Options = {
  http: Http
  profile: Pick<Profile, 'access' | 'apiUrl' | 'environment'>
  tokens: AccessTokens
  proof: TokenProof
  daily: DailyLimits
}

/** Largest answer that is read, bytes: a rejection can list many findings. */
const MAX_ANSWER = 4_000_000
/** How long to wait for an answer, ms. Some took well over a minute, and clients that gave up uploaded twice (E-05). */
const ANSWER_TIMEOUT = 180_000

/**
 * Uploads. The token is proved first, so that a refused one costs no upload. A body that has left is
 * never sent again. An answer that proves nothing leaves the outcome unknown (E-05, docs/authority/evidence.md).
 */
export function createUploadClient({ http, profile, tokens, proof, daily }: Options): UploadClient {
  const api = createApi(http, tokens, proof)
  const turns = createLanes(1)

  /** Sends once. The code of a failure says whether anything may have arrived. */
  const send = async (upload: UploadRequest, operation: string, token: string, signal: AbortSignal) => {
    const { bytes, standard, cui } = upload
    let hasLeft = false
    const request = {
      operation,
      to: 'api',
      method: 'POST',
      url: `${profile.apiUrl}/${profile.environment}/FCTEL/rest/${operation}?${parametersOf(upload)}`,
      headers: { ...authorizationOf(token), 'content-type': 'text/plain' },
      body: bytes,
      maxBytes: MAX_ANSWER,
      timeout: ANSWER_TIMEOUT,
      beforeEach: async () => {
        if (!proof.holds(token)) throw new ProofIsOld()
        if (standard === 'RASP') await daily.take('rasp', cui)
      },
      onBytes: () => {
        hasLeft = true
      },
    } as const
    try {
      return await http.send(request, signal)
    } catch (error) {
      throw hasLeft ? unknownOutcome(operation, error, 'upload') : error
    }
  }

  const sendProven = async (upload: UploadRequest, operation: string, signal: AbortSignal): Promise<HttpAnswer> => {
    for (;;) {
      const token = await provenToken({ api, tokens, proof, daily, profile }, upload.cui, signal)
      try {
        const answer = await send(upload, operation, token, signal)
        proof.learn(token, answer)
        return answer
      } catch (error) {
        if (!(error instanceof ProofIsOld)) throw error
      }
    }
  }

  return {
    async ready(cui, signal) {
      if (profile.access !== 'certificate') return () => undefined
      const leave = await turns.enter(signal)
      try {
        await provenToken({ api, tokens, proof, daily, profile }, cui, signal)
      } catch (error) {
        if (waitsForCertificate(error)) {
          leave()
          throw error
        }
        // The upload itself meets the failure and records it.
      }
      return leave
    },
    async upload(upload, signal) {
      const { bytes, standard, cui, flags } = upload
      if (bytes.length > MAX_UPLOAD) {
        throw new RecipisaError('upload-too-large', { bytes: bytes.length, limit: MAX_UPLOAD })
      }
      const operation = flags.b2c ? 'uploadb2c' : 'upload'
      const answer = await sendProven(upload, operation, signal)
      const outcome = readUploadAnswer(answer)
      if (outcome === undefined) throw await unclearAnswer(http, operation, answer, 'upload')
      const usedUp = outcome.outcome === 'rejected' ? outcome.findings.find(dailyLimitOf) : undefined
      if (usedUp === undefined) return outcome
      if (standard === 'RASP') await daily.exhaust('rasp', cui)
      throw noteError(operation, usedUp, cui)
    },
  }
}

/** The proof of the token grew old while the upload waited for its turn; nothing has left. Never leaves this file. */
class ProofIsOld extends Error {}

/** The query (E-01): flags are `DA` or absent. */
function parametersOf({ standard, cui, flags }: UploadRequest): URLSearchParams {
  return new URLSearchParams({
    standard,
    cif: cui,
    ...(flags.extern ? { extern: 'DA' } : {}),
    ...(flags.selfBilled ? { autofactura: 'DA' } : {}),
    ...(flags.enforcement ? { executare: 'DA' } : {}),
  })
}
