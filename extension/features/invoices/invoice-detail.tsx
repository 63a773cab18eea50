import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { ResultOf } from '../../../shared/protocol/methods.ts'
import type { HostClient } from '../../host/client.ts'
import { formatMoment } from '../../locales/format.ts'
import { locale, t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Status } from '../../ui/status.tsx'
import { DocumentBody } from './document-body.tsx'
import { SaveButtons } from './save-buttons.tsx'
import { kindKey, numberOf, stateOf } from './words.ts'

type Found = ResultOf<'invoices.get'>
type Props = { id: string; host: HostClient; onClose: () => void }

/** One document, readable (U-11), with its originals to save. */
export function InvoiceDetail({ id, host, onClose }: Props) {
  const found = useSignal<Found | undefined>(undefined)
  const error = useSignal<unknown>(undefined)
  const heading = useRef<HTMLHeadingElement>(null)

  const load = async (signal?: AbortSignal) => {
    error.value = undefined
    try {
      const answer = await host.request('invoices.get', { id })
      if (!signal?.aborted) found.value = answer
    } catch (problem) {
      if (!signal?.aborted) error.value = problem
    }
  }
  useEffect(() => {
    const gone = new AbortController()
    void load(gone.signal)
    heading.current?.focus()
    return () => gone.abort()
    // Once: the detail is mounted anew for another document
  }, [])

  return (
    <article class="detail" aria-label={t('invoice')}>
      <header class="detail-head">
        <Button look="icon" label={t('back')} onClick={onClose}>
          <Icon name="back" />
        </Button>
        <h2 ref={heading} tabIndex={-1} class="numeric">
          {found.value ? titleOf(found.value) : <Skeleton chars={20} />}
        </h2>
      </header>
      {error.value !== undefined && (
        <ErrorNotice error={error.value} action={{ label: t('retry'), run: () => void load() }} />
      )}
      {found.value ? <Content found={found.value} host={host} /> : !error.value && <Pending />}
    </article>
  )
}

function Content({ found, host }: { found: Found; host: HostClient }) {
  const { item, document, errors } = found
  const state = stateOf(item)
  return (
    <>
      <p class="detail-state">
        {kindKey(item) !== state.text && <span>{t(kindKey(item))}</span>}
        <Status tone={state.tone}>{t(state.text)}</Status>
      </p>
      {item.state === 'archived' ? (
        <SaveButtons host={host} id={item.id} hasXml={document !== null} />
      ) : (
        <p class="muted">{t('not-archived-yet')}</p>
      )}
      {errors.length > 0 && (
        <section class="detail-errors notice tone-bad">
          <h3>{t('refusal-reasons')}</h3>
          <ul>
            {errors.map(text => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </section>
      )}
      {document && <DocumentBody document={document} />}
      {!document && item.state === 'archived' && errors.length === 0 && <p class="muted">{t('no-document')}</p>}
      <details class="detail-wire">
        <summary>{t('details')}</summary>
        <dl class="facts">
          <dt>{t('upload-index')}</dt>
          <dd class="numeric">{item.uploadIndex}</dd>
          <dt>{t('message-id')}</dt>
          <dd class="numeric">{item.id}</dd>
          <dt>{t('listed-at')}</dt>
          <dd class="numeric">{formatMoment(locale.value, item.createdAt)}</dd>
          <dt>{t('wire-type')}</dt>
          <dd>{item.type}</dd>
          {found.sha256 && (
            <>
              <dt>{t('original-hash')}</dt>
              <dd>
                <code>{found.sha256}</code>
              </dd>
            </>
          )}
        </dl>
        <p class="muted">{item.details}</p>
      </details>
    </>
  )
}

function Pending() {
  return (
    <div class="detail-pending">
      {[18, 32, 26, 40, 22, 36].map(chars => (
        <Skeleton key={chars} chars={chars} />
      ))}
    </div>
  )
}

function titleOf({ item, document }: Found): string {
  const kind = document ? t(document.type) : t(item.kind === 'errors' ? 'invoice' : 'message')
  return `${kind} ${numberOf(item)}`
}
