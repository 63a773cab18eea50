import { useSignal } from '@preact/signals'
import type { ReportRequest } from '../../../../shared/protocol/requests.ts'
import { describeBody } from '../../../host/failure.ts'
import { formatMoment, formatTime } from '../../../locales/format.ts'
import { locale, t } from '../../../locales/locale.ts'
import { ownerName } from '../../../locales/owner-name.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorNotice } from '../../../ui/notice.tsx'
import { Status } from '../../../ui/status.tsx'
import type { Page } from '../../page/page.ts'
import { paramsLabel, requestName, requestState } from './labels.ts'
import type { Requests } from './requests.ts'

type Props = {
  request: ReportRequest
  page: Page
  requests: Requests
  /** Opens the message that answers the request. */
  onOpen: (messageId: string) => void
  /** Fills the form with the request. */
  onAgain: (request: ReportRequest) => void
}

/** One request: document, company, state and actions. */
export function RequestRow({ request, page, requests, onOpen, onAgain }: Props) {
  const busy = useSignal(false)
  const error = useSignal<unknown>(undefined)
  const { id, type, params, state, note, messageId, createdAt, nextCheckAt, trouble } = request
  const { word, tone } = requestState(request)
  const words = paramsLabel(params)
  const check = async () => {
    busy.value = true
    error.value = undefined
    try {
      await requests.check(id)
    } catch (problem) {
      error.value = problem
    } finally {
      busy.value = false
    }
  }
  const isOpen = state === 'requested' || state === 'delivered'
  return (
    <li class="request" data-testid={`request-${id}`}>
      <div class="request-head">
        <span class="request-name">
          {requestName(type)}
          {words && ` · ${words}`}
        </span>
        <Status tone={tone}>{t(word)}</Status>
      </div>
      <p class="muted numeric">
        {ownerName(request)} · {formatMoment(locale.value, createdAt)}
        {isOpen &&
          nextCheckAt !== null &&
          ` · ${t('next-check', { when: formatTime(locale.value, nextCheckAt, page.now.value) })}`}
      </p>
      {note && (state === 'rejected' || state === 'unknown') && (
        <p class="request-note">{t('request-said', { note })}</p>
      )}
      {trouble && <p class="muted">{describeBody(trouble, locale.value).what}</p>}
      <div class="request-actions">
        {messageId !== null && <Button onClick={() => onOpen(messageId)}>{t('request-open')}</Button>}
        {isOpen && messageId === null && (
          <Button disabled={busy.value} onClick={() => void check()}>
            {t('request-check')}
          </Button>
        )}
        {!isOpen && state !== 'sending' && (
          <Button look="link" onClick={() => onAgain(request)}>
            {t('request-again')}
          </Button>
        )}
      </div>
      {error.value !== undefined && <ErrorNotice error={error.value} />}
    </li>
  )
}
