import type { ReportRequest } from '../../../../shared/protocol/requests.ts'
import { describeBody } from '../../../host/describe-failure.ts'
import { formatMoment, formatTime } from '../../../locales/format.ts'
import { locale, t } from '../../../locales/locale.ts'
import { ownerName } from '../../../locales/owner-name.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorNotice } from '../../../ui/notice.tsx'
import { Status } from '../../../ui/status.tsx'
import type { Page } from '../../page/page.ts'
import { useCall } from '../../page/use-call.ts'
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
  const { isBusy, error, run } = useCall()
  const { id, type, params, state, note, messageId, createdAt, nextCheckAt, trouble, seat } = request
  const { word, tone } = requestState(request)
  const words = paramsLabel(params)
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
        {seat !== undefined && ` · ${t('office-from', { seat })}`}
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
          <Button disabled={isBusy} onClick={() => void run(() => requests.check(id))}>
            {t('request-check')}
          </Button>
        )}
        {state === 'sending' && trouble && (
          <Button disabled={isBusy} onClick={() => void run(() => requests.withdraw(id))}>
            {t('request-withdraw')}
          </Button>
        )}
        {!isOpen && state !== 'sending' && (
          <Button look="link" onClick={() => onAgain(request)}>
            {t('request-again')}
          </Button>
        )}
      </div>
      {error !== undefined && <ErrorNotice error={error} />}
    </li>
  )
}
