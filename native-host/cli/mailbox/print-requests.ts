import type { ErrorBody } from '../../../shared/errors/error-body.ts'
import { fromErrorBody } from '../../../shared/errors/from-error-body.ts'
import type { ReportRequest } from '../../../shared/protocol/requests.ts'
import { needsSession } from '../../session/needs-session.ts'
import type { Cli } from '../core/command.ts'
import { errorSentences } from '../core/error-sentences.ts'
import { EXIT, exitCodeOf, heaviest } from '../core/exit-codes.ts'
import { MAILBOX_LABELS } from './mailbox-labels.ts'

type PrintedRequests = {
  json: { requests: readonly ReportRequest[]; error?: ErrorBody }
  text: string
  exitCode: number
}

/** One document for all requests; `error` says why one cannot go on. */
export function printRequests({ terminal: { locale } }: Cli, requests: readonly ReportRequest[]): PrintedRequests {
  const labels = MAILBOX_LABELS[locale]
  const codes = requests.map(exitCodeOfRequest)
  const exitCode = heaviest(codes)
  const error = requests.find((one, at) => one.trouble && codes[at] === exitCode && exitCode !== EXIT.done)?.trouble
  const text = requests
    .map(({ cui, companyName, type, state, requestId, messageId, note, trouble }) =>
      [
        `${[cui, companyName].filter(Boolean).join(' ')} · ${type}: ${labels.requestStates[state]}${requestId ? ` (${requestId})` : ''}`,
        ...(note === null ? [] : [`  ${note}`]),
        ...(messageId === null ? [] : [`  ${labels.document(messageId)}`]),
        ...(trouble === null ? [] : [`  ${errorSentences(trouble, locale)}`]),
      ].join('\n'),
    )
    .join('\n')
  return { json: { requests, ...(error ? { error } : {}) }, text: text || labels.requests.empty, exitCode }
}

function exitCodeOfRequest(request: ReportRequest): number {
  const { state, trouble } = request
  if (waitsForSession(request)) return EXIT.signIn
  switch (state) {
    case 'unknown':
      return EXIT.unknown
    case 'rejected':
      return EXIT.refused
    case 'not-sent':
      return trouble ? exitCodeOf(trouble.code) : EXIT.failed
    case 'delivered':
      return trouble ? exitCodeOf(trouble.code) : EXIT.done
    default:
      return EXIT.done
  }
}

/** Whether the request can go on only after a sign-in. */
export function waitsForSession({ state, trouble }: ReportRequest): boolean {
  return state !== 'unknown' && trouble !== null && needsSession(fromErrorBody(trouble))
}
