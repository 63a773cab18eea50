import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { contradicts, findingOf } from '../../../shared/documents/signature-verdict.ts'
import type { SignatureReport } from '../../../shared/protocol/invoices/checks.ts'
import type { ResultOf } from '../../../shared/protocol/methods.ts'
import type { HostClient } from '../../host/client.ts'
import { formatDayOf } from '../../locales/format.ts'
import { locale, t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { Status, type Tone } from '../../ui/status.tsx'
import type { Source } from './checks.tsx'
import './checks.css'

type Answer = ResultOf<'invoices.verifyAtAuthority'>
const LOCAL_TONE = { valid: 'good', tampered: 'bad', unverifiable: 'wait' } as const satisfies Record<string, Tone>
const ANSWER_TONE = { valid: 'good', invalid: 'bad', unknown: 'wait' } as const satisfies Record<string, Tone>

/** This computer's verdict on a ZIP's signature, and on request the authority's verdict beside it (E-26). */
export function Signature({ host, source }: { host: HostClient; source: () => Promise<Source> }) {
  const report = useSignal<SignatureReport | undefined>(undefined)
  const answer = useSignal<Answer | undefined>(undefined)
  const asking = useSignal(false)
  const error = useSignal<unknown>(undefined)

  useEffect(() => {
    let gone = false
    const verify = async () => {
      try {
        const found = await host.request('invoices.verify', { source: await source() })
        if (!gone) report.value = found
      } catch (problem) {
        if (!gone) error.value = problem
      }
    }
    void verify()
    return () => {
      gone = true
    }
    // Once: another document mounts another component
  }, [])

  const ask = async () => {
    if (asking.value) return
    asking.value = true
    error.value = undefined
    try {
      answer.value = await host.request('invoices.verifyAtAuthority', { source: await source() })
    } catch (problem) {
      error.value = problem
    } finally {
      asking.value = false
    }
  }

  const found = report.value
  return (
    <section class="signature" aria-label={t('signature')}>
      <h3>{t('signature')}</h3>
      {!found && error.value === undefined && <p class="muted">{t('signature-checking')}</p>}
      {found && <LocalVerdict report={found} />}
      {answer.value && (
        <div class={`notice tone-${ANSWER_TONE[answer.value.verdict]}`} role="status">
          <Status tone={ANSWER_TONE[answer.value.verdict]}>{t(`authority-${answer.value.verdict}`)}</Status>
          <span>{answer.value.message}</span>
          {found && contradicts(found.verdict, answer.value.verdict) && <span>{t('authority-disagrees')}</span>}
        </div>
      )}
      {error.value !== undefined && <ErrorNotice error={error.value} />}
      {found && (
        <Button disabled={asking.value} onClick={() => void ask()}>
          {t(asking.value ? 'asking-authority' : 'ask-authority')}
        </Button>
      )}
    </section>
  )
}

function LocalVerdict({ report }: { report: SignatureReport }) {
  const { verdict, certificate, chain, form, problem } = report
  const finding = findingOf(report)
  if (verdict === 'tampered') {
    return (
      <div class="notice tone-bad" role="alert">
        <span class="notice-what toned tone-bad">{t(`signature-${finding}`)}</span>
        <span class="muted">{t('signature-local')}</span>
        <details class="detail-wire">
          <summary>{t('details')}</summary>
          <CertificateFacts report={report} />
        </details>
      </div>
    )
  }
  return (
    <>
      <p>
        <Status tone={LOCAL_TONE[verdict]}>{t(`signature-${finding}`)}</Status>{' '}
        <span class="muted">{t('signature-local')}</span>
      </p>
      {/* Anyone can sign anything: a valid signature proves nothing until its signer is known. */}
      {verdict === 'valid' && chain !== 'anchored' && <Status tone="wait">{t(`chain-${chain}`)}</Status>}
      {(certificate || form || problem) && (
        // With no verdict, the claimed signer is all there is to see.
        <details class="detail-wire" open={verdict === 'unverifiable'}>
          <summary>{t('details')}</summary>
          <CertificateFacts report={report} />
        </details>
      )}
    </>
  )
}

function CertificateFacts({ report }: { report: SignatureReport }) {
  const { certificate, chain, form, how, problem, signature } = report
  return (
    <dl class="facts">
      {certificate && (
        <>
          <dt>{t(signature ? 'signature-subject' : 'signature-claimed')}</dt>
          <dd>{certificate.subject}</dd>
          <dt>{t('signature-issuer')}</dt>
          <dd>{certificate.issuer}</dd>
          <dt>{t('signature-serial')}</dt>
          <dd class="numeric">{certificate.serial}</dd>
          <dt>{t('signature-validity')}</dt>
          <dd class="numeric">
            {t('signature-validity-dates', {
              from: formatDayOf(locale.value, certificate.validFrom),
              to: formatDayOf(locale.value, certificate.validTo),
            })}
          </dd>
        </>
      )}
      <dt>{t('signature-chain')}</dt>
      <dd>{t(signature ? `chain-${chain}` : 'chain-not-shown')}</dd>
      {form && (
        <>
          <dt>{t('signature-form')}</dt>
          <dd>{t(`signature-form-${form}`)}</dd>
        </>
      )}
      {how && (
        <>
          <dt>{t('signature-digest')}</dt>
          <dd>{t(`signature-digest-${how.digestOf}`, { form: t(`signature-form-${how.canonicalization}`) })}</dd>
          <dt>{t('signature-value')}</dt>
          <dd>{t(`signature-value-${how.signedInfo}`)}</dd>
        </>
      )}
      {problem && (
        <>
          <dt>{t('signature-problem')}</dt>
          <dd>{problem}</dd>
        </>
      )}
    </dl>
  )
}
