import { useSignal } from '@preact/signals'
import type { DocumentRef } from '../../../shared/protocol/invoices/documents.ts'
import type { ParamsIn, ResultOf } from '../../../shared/protocol/methods.ts'
import type { HostClient } from '../../host/client.ts'
import { isCancelled } from '../../host/failure.ts'
import { t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { Status } from '../../ui/status.tsx'
import { openDocument } from '../documents/open-document.ts'
import { type Saved, saveDocument } from '../documents/save-document.ts'
import { ShowInFolder } from '../documents/show-in-folder.tsx'
import { Findings } from './findings.tsx'
import './checks.css'

export type Source = ParamsIn<'invoices.validate'>['source']
type Work = 'validate' | 'pdf' | 'save'
type Pdf = { document: DocumentRef; validated: boolean }
type State = {
  busy?: Work
  valid?: ResultOf<'invoices.validate'>
  findings?: ResultOf<'invoices.validate'>['findings']
  pdf?: Pdf
  saved?: Saved
  /** Failure of the PDF with validation; the one without may be offered (E-25). */
  offer?: boolean
  asking?: boolean
  error?: unknown
}

type Props = {
  host: HostClient
  /** Reads the document to check when it is needed. */
  source: () => Promise<Source>
  fileName: string
  /** Whether to offer the authority's validation in addition to the PDF. */
  withValidation: boolean
  /** Name of the PDF's button, if there are others beside it. */
  pdfLabel?: string
}

/** The authority's services for a document that is not uploaded: validation and PDF. Neither needs a sign-in (E-24, E-25). */
export function Checks({ host, source, fileName, withValidation, pdfLabel }: Props) {
  const state = useSignal<State>({})
  const run = async (busy: Work, work: () => Promise<State>) => {
    if (state.value.busy) return
    const { pdf } = state.value
    state.value = { busy, ...(pdf ? { pdf } : {}) }
    try {
      state.value = await work()
    } catch (error) {
      const kept = pdf ? { pdf } : {}
      state.value = isCancelled(error) ? kept : { error, ...kept, offer: busy === 'pdf' }
    }
  }
  const validate = async (): Promise<State> => {
    const valid = await host.request('invoices.validate', { source: await source() })
    return valid.state === 'ok' ? { valid } : { findings: valid.findings }
  }
  const makePdf = async (validated: boolean): Promise<State> => {
    const made = await host.request('invoices.pdf', { source: await source(), validate: validated })
    if (made.outcome === 'invalid') return { findings: made.findings, offer: true }
    await openDocument(host, made.document)
    return { pdf: { document: made.document, validated: made.validated } }
  }
  const save = async ({ document, validated }: Pdf): Promise<State> => {
    return { pdf: { document, validated }, saved: await saveDocument(host, document) }
  }

  const { busy, findings, pdf, offer, asking, error } = state.value
  return (
    <div class="checks">
      <div class="save-buttons">
        {withValidation && (
          <Button
            title={t('validate-title')}
            disabled={busy !== undefined}
            onClick={() => void run('validate', validate)}
          >
            {t('validate')}
          </Button>
        )}
        <Button
          title={t('pdf-title')}
          disabled={busy !== undefined}
          onClick={() => void run('pdf', () => (pdf ? reopen(host, pdf) : makePdf(true)))}
        >
          {pdfLabel ?? t('pdf')}
        </Button>
        {pdf && (
          <Button look="link" disabled={busy !== undefined} onClick={() => void run('save', () => save(pdf))}>
            {t('pdf-save')}
          </Button>
        )}
        <Outcome state={state.value} />
      </div>
      {findings && <Findings file={fileName} findings={findings} />}
      {error !== undefined && <ErrorNotice error={error} />}
      {offer && !asking && (
        <Button
          look="link"
          onClick={() => {
            state.value = { ...state.value, asking: true }
          }}
        >
          {t('pdf-unvalidated')}
        </Button>
      )}
      {asking && (
        <Confirm
          label={t('pdf-unvalidated')}
          question={t('pdf-unvalidated-ask')}
          yes={t('pdf-unvalidated-yes')}
          onYes={() => void run('pdf', () => makePdf(false))}
          onNo={() => {
            state.value = { ...state.value, asking: false }
          }}
        />
      )}
    </div>
  )
}

async function reopen(host: HostClient, pdf: Pdf): Promise<State> {
  await openDocument(host, pdf.document)
  return { pdf }
}

function Outcome({ state: { busy, valid, pdf, saved } }: { state: State }) {
  return (
    <div class="checks-outcome" role="status">
      {busy === 'validate' && <span class="muted">{t('validating')}</span>}
      {busy === 'pdf' && <span class="muted">{t('pdf-making')}</span>}
      {busy === 'save' && <span class="muted">{t('saving')}</span>}
      {valid && <Status tone="good">{t('validate-ok')}</Status>}
      {valid?.access === 'public' && <span class="muted">{t('validate-public')}</span>}
      {pdf && !busy && (
        <span class="muted">
          {saved === undefined ? (
            t('pdf-opened')
          ) : (
            <>
              {t('saved-as', { name: saved.fileName })} <ShowInFolder saved={saved} />
            </>
          )}
        </span>
      )}
      {pdf && !pdf.validated && <Status tone="wait">{t('pdf-not-validated')}</Status>}
    </div>
  )
}
