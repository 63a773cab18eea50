import { useSignal } from '@preact/signals'
import type { InvoiceItem } from '../../../shared/protocol/invoices/invoices.ts'
import { describeBody } from '../../host/describe-failure.ts'
import { formatMoment } from '../../locales/format.ts'
import { locale, t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { ErrorNotice, FailureNotice } from '../../ui/notice.tsx'
import type { Page } from '../page/page.ts'
import { useCall } from '../page/use-call.ts'
import { Checkbox } from '../rows/checkbox.tsx'
import { createDraft, type Draft, earlierUpload, obstacles, orderOf, showInspection } from './draft.ts'
import { claim, sendDraft } from './upload-drafts.ts'
import type { UploadList } from './upload-list.ts'
import { UploadState } from './upload-state.tsx'
import './uploads.css'
import '../rows/filings.css'

/** Longest message that the authority accepts, in characters. */
const LONGEST = 2000

/** A draft, and the words that its bytes hold. */
type Composed = { draft: Draft; message: string }

type Props = { item: InvoiceItem; invoiceNumber: string; page: Page; uploadList: UploadList }

/** The buyer's message to the issuer: written, previewed, confirmed, sent (E-31). */
export function Reply({ item, invoiceNumber, page, uploadList }: Props) {
  const writing = useSignal(false)
  const text = useSignal('')
  const composed = useSignal<Composed | undefined>(undefined)
  const { isBusy, error, run } = useCall()

  const compose = () =>
    run(async () => {
      const message = text.value
      const found = await page.host.request('uploads.compose', { invoiceId: item.id, message })
      // What was typed meanwhile is not in the composed bytes.
      if (text.value !== message) return
      const made = createDraft({ fileName: found.fileName, size: found.size, corrects: undefined, data: undefined })
      showInspection(made, found)
      composed.value = { draft: made, message }
    })
  const change = () => {
    composed.value = undefined
  }

  if (!writing.value) {
    return (
      <Button
        onClick={() => {
          writing.value = true
        }}
      >
        {t('reply')}
      </Button>
    )
  }
  if (composed.value) {
    const close = () => {
      composed.value = undefined
      text.value = ''
      writing.value = false
    }
    return (
      <Preview {...composed.value} {...{ item, invoiceNumber, page, uploadList }} onChange={change} onClose={close} />
    )
  }
  return (
    <form
      class="reply"
      onSubmit={event => {
        event.preventDefault()
        void compose()
      }}
    >
      <h3>{t('reply')}</h3>
      <Field label={t('reply-label')} hint={t('reply-hint', { n: LONGEST - text.value.length })}>
        {attributes => (
          <textarea
            {...attributes}
            class="input"
            rows={4}
            maxLength={LONGEST}
            value={text.value}
            ref={element => {
              if (text.value === '') element?.focus()
            }}
            onInput={event => {
              text.value = event.currentTarget.value
            }}
          />
        )}
      </Field>
      {error !== undefined && <ErrorNotice error={error} />}
      <div class="draft-actions">
        <Button type="submit" disabled={isBusy || text.value.trim() === ''}>
          {t('reply-preview')}
        </Button>
        <Button
          look="link"
          onClick={() => {
            writing.value = false
          }}
        >
          {t('cancel')}
        </Button>
      </div>
    </form>
  )
}

type PreviewProps = Props & Composed & { onChange: () => void; onClose: () => void }

function Preview({ draft, message, item, invoiceNumber, page, uploadList, onChange, onClose }: PreviewProps) {
  const phase = draft.phase.value
  if (!('inspection' in phase)) return null
  const { inspection } = phase
  const earlier = earlierUpload(inspection)
  const order = orderOf(draft)
  const cui = inspection.cui ?? item.cui
  const company = page.overview.value?.companies.find(each => each.cui === cui)?.name
  const send = () => {
    if (!order) return
    claim(draft)
    void sendDraft(page.host, uploadList, { draft, order })
  }
  return (
    <section class="reply" aria-label={t('reply')}>
      <h3>{t('reply')}</h3>
      <p class="muted">
        {t('reply-about', { number: invoiceNumber, company: company ?? t('company-no-name', { cui }) })}
      </p>
      <blockquote class="detail-note reply-text">{message.trim()}</blockquote>
      {obstacles(inspection, draft.choice.value).map(problem => (
        <FailureNotice key={problem.message} failure={describeBody(problem, locale.value)} />
      ))}
      {phase.is === 'ready' && earlier && (
        <Checkbox
          isChecked={draft.choice.value.again}
          onChange={again => {
            draft.choice.value = { ...draft.choice.value, again }
          }}
        >
          {t('reply-earlier', { when: formatMoment(locale.value, earlier.createdAt) })} {t('upload-again')}
        </Checkbox>
      )}
      {phase.is === 'failed' && <ErrorNotice error={phase.error} />}
      {phase.is === 'sent' && (
        <UploadState
          uploadList={uploadList}
          id={phase.uploadId}
          onSentAlone={uploadId => {
            draft.phase.value = { ...phase, uploadId }
          }}
        />
      )}
      <div class="draft-actions">
        {(phase.is === 'ready' || phase.is === 'sending') && (
          <Button look="primary" disabled={!order} onClick={send}>
            {t(phase.is === 'sending' ? 'upload-sending' : 'reply-send')}
          </Button>
        )}
        {(phase.is === 'ready' || phase.is === 'failed') && (
          <Button look="link" onClick={onChange}>
            {t('reply-change')}
          </Button>
        )}
        {phase.is === 'sent' && <Button onClick={onClose}>{t('upload-finish')}</Button>}
      </div>
    </section>
  )
}
