import type { Certificate } from '../../../shared/protocol/certificates.ts'
import { formatDayOf } from '../../locales/format.ts'
import { locale, t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { Status, type Tone } from '../../ui/status.tsx'

const TONES: Record<Certificate['state'], Tone> = {
  valid: 'good',
  expiring: 'wait',
  expired: 'bad',
  'not-yet-valid': 'wait',
  unknown: 'idle',
}

/** One certificate: its holder, end, location and use. */
export function CertificateCard({ certificate, onForget }: { certificate: Certificate; onForget: () => void }) {
  const { serial, facts, state, token, usedFor, companies } = certificate
  const day = (moment: number) => formatDayOf(locale.value, moment)
  return (
    <article class="certificate">
      <h3>
        {facts?.subject ?? t('certificate-unnamed', { serial })}{' '}
        <Status tone={TONES[state]}>{stateOf(certificate)}</Status>
      </h3>
      <dl class="facts">
        {facts && (
          <>
            <dt>{t('certificate-validity')}</dt>
            <dd class="numeric">
              {t('certificate-from-to', { from: day(facts.validFrom), to: day(facts.validUntil) })}
            </dd>
            <dt>{t('certificate-issuer')}</dt>
            <dd>{facts.issuer}</dd>
          </>
        )}
        <dt>{t('certificate-serial')}</dt>
        <dd class="numeric">
          <code>{serial}</code>
        </dd>
        {facts && facts.usages.length > 0 && (
          <>
            <dt>{t('certificate-usages')}</dt>
            <dd>{facts.usages.map(usage => t(`certificate-usage-${usage}`)).join(', ')}</dd>
          </>
        )}
        <dt>{t('certificate-token')}</dt>
        <dd>{token ?? t('certificate-not-present')}</dd>
        {usedFor.length > 0 && (
          <>
            <dt>{t('certificate-used-for')}</dt>
            <dd>{usedFor.map(use => t(`certificate-use-${use}`)).join(', ')}</dd>
          </>
        )}
        {companies.length > 0 && (
          <>
            <dt>{t('certificate-companies')}</dt>
            <dd>{companies.map(({ cui, name }) => name ?? t('company-no-name', { cui })).join(', ')}</dd>
          </>
        )}
      </dl>
      {token === null && usedFor.length === 0 && (
        <Button look="link" onClick={onForget}>
          {t('certificate-forget')}
        </Button>
      )}
    </article>
  )
}

function stateOf({ state, daysLeft }: Certificate): string {
  return state === 'expiring' ? t('days-left', { n: daysLeft ?? 0 }) : t(`certificate-state-${state}`)
}
