import type { RequestParams } from '../../../../shared/domain/requests.ts'
import { requestShape } from '../../../../shared/domain/requests.ts'
import type { ReportRequest, RequestState } from '../../../../shared/protocol/requests.ts'
import { t } from '../../../locales/locale.ts'
import type { Key } from '../../../locales/translate.ts'
import type { Tone } from '../../../ui/status.tsx'
import { periodLabel } from '../labels.ts'

/** Name of a document; the service's own spelling for a type that only a newer host knows. */
export function requestName(type: string): string {
  const shape = requestShape(type)
  return shape ? t(`rq-${shape.type}`) : type
}

/** Short label of a request's parameters (period, reason and so on); empty when it has none. */
export function paramsLabel({ year, month, from, to, reason, registration, branch }: RequestParams): string {
  const span = from !== undefined && to !== undefined && year !== undefined
  const period = span
    ? `${String(from).padStart(2, '0')}–${periodLabel({ year, month: to })}`
    : year !== undefined && periodLabel({ year, month: month ?? null })
  return [period, reason, registration, branch && t('company-no-name', { cui: branch })].filter(Boolean).join(' · ')
}

const TONES: Readonly<Record<RequestState, Tone>> = {
  sending: 'new',
  'not-sent': 'wait',
  unknown: 'wait',
  rejected: 'bad',
  requested: 'new',
  delivered: 'new',
  archived: 'good',
}

export function requestState({ state }: Pick<ReportRequest, 'state'>): { word: Key; tone: Tone } {
  return { word: `request-state-${state}`, tone: TONES[state] }
}
