import { useSignal } from '@preact/signals'
import type { Upload } from '../../../shared/protocol/uploads.ts'
import { formatAgo, formatAmount, formatMoment } from '../../locales/format.ts'
import { locale, t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { ChooseFiles } from '../../ui/choose-files.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import type { Page } from '../page/page.ts'
import { Parties } from './draft-card.tsx'
import { Reasons, StateLine } from './filing-state.tsx'
import type { Filings } from './filings.ts'
import { ACCEPTED, filingName, resendRule, wantsCorrection } from './words.ts'

type Props = {
  attempt: Upload
  page: Page
  filings: Filings
  onCorrect: (files: File[], corrects: Upload) => void
  /** Opens an archived message. */
  onOpen: (id: string) => void
}

/** One filing: what it was, how it stands, and what can be done about it. */
export function FilingRow({ attempt, page, filings, onCorrect, onOpen }: Props) {
  const { invoice, fileName, createdAt, checkedAt, corrects, repeats, state, downloadId } = attempt
  const corrected = corrects === null ? undefined : filings.find(corrects)
  const repeated = repeats === null ? undefined : filings.find(repeats)
  return (
    <li class="filing" data-testid={`filing-${attempt.id}`}>
      <div class="draft-head">
        <span class="draft-title">{filingName(attempt)}</span>
        {invoice?.payableAmount && (
          <span class="numeric">{formatAmount(locale.value, invoice.payableAmount, invoice.currency)}</span>
        )}
      </div>
      {invoice && <Parties invoice={invoice} />}
      <StateLine attempt={attempt} />
      <p class="muted numeric draft-file">
        {formatMoment(locale.value, createdAt)} · {fileName}
        {checkedAt !== null &&
          ` · ${t('filing-checked', { when: formatAgo(locale.value, checkedAt, page.now.value, 'short') })}`}
      </p>
      {corrected && <p class="muted">{t('filing-corrects', { name: filingName(corrected) })}</p>}
      {repeated && <p class="muted">{t('filing-repeats', { when: formatMoment(locale.value, repeated.createdAt) })}</p>}
      <Reasons attempt={attempt} />
      <div class="draft-actions">
        {downloadId && (state === 'ok' || state === 'nok') && (
          <Button look="link" onClick={() => onOpen(downloadId)}>
            {t('filing-open')}
          </Button>
        )}
        {wantsCorrection(state) && (
          <ChooseFiles
            label={t('filing-correct')}
            accept={ACCEPTED}
            many={false}
            onFiles={files => onCorrect(files, attempt)}
          />
        )}
      </div>
      <Again attempt={attempt} page={page} filings={filings} />
    </li>
  )
}

/** Asking the authority now, and sending the same bytes again: only where that is no second filing, or after a question. */
function Again({ attempt, page, filings }: Pick<Props, 'attempt' | 'page' | 'filings'>) {
  const asking = useSignal(false)
  const busy = useSignal(false)
  const error = useSignal<unknown>(undefined)
  const rule = resendRule(attempt.state)
  const moving = attempt.state === 'processing' || attempt.state === 'unknown'
  const company = page.overview.value?.companies.find(({ cui }) => cui === attempt.cui)?.name

  const run = async (work: () => Promise<void>) => {
    if (busy.value) return
    busy.value = true
    asking.value = false
    error.value = undefined
    try {
      await work()
    } catch (problem) {
      error.value = problem
    } finally {
      busy.value = false
    }
  }
  const name = filingName(attempt)
  return (
    <>
      {(moving || rule !== 'no') && !asking.value && (
        <div class="draft-actions">
          {moving && (
            <Button disabled={busy.value} onClick={() => void run(() => filings.check(attempt.id))}>
              {t('filing-check')}
            </Button>
          )}
          {rule !== 'no' && (
            <Button
              look={rule === 'ask' ? 'link' : 'plain'}
              disabled={busy.value}
              onClick={() => {
                asking.value = true
              }}
            >
              {t('filing-resend')}
            </Button>
          )}
        </div>
      )}
      {asking.value && (
        <Confirm
          label={t('filing-resend')}
          question={
            rule === 'ask'
              ? t('filing-resend-unknown', { name })
              : t('filing-resend-ask', { name, company: company ?? t('company-no-name', { cui: attempt.cui }) })
          }
          yes={t('filing-resend-yes')}
          onYes={() => void run(() => filings.resend(attempt, rule === 'ask'))}
          onNo={() => {
            asking.value = false
          }}
        />
      )}
      {error.value !== undefined && <ErrorNotice error={error.value} />}
    </>
  )
}
