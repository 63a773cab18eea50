import type { ExpiringCertificate } from '../../../shared/protocol/certificates.ts'
import { daysUntil, formatDayOf, formatTime } from '../../locales/format.ts'
import { locale, t } from '../../locales/locale.ts'
import { Notice } from '../../ui/notice.tsx'

/** Days before the end from which the panel warns all the time; badge and notifications begin earlier. */
const PANEL_DAYS = 30

type Props = { certificates: readonly ExpiringCertificate[]; now: number }

/** Warns of certificates that end soon; draws nothing otherwise. */
export function EndingCertificates({ certificates, now }: Props) {
  const soon = certificates.filter(({ validUntil }) => validUntil > now && daysUntil(validUntil, now) <= PANEL_DAYS)
  return (
    <>
      {soon.map(({ serial, subject, validUntil }) => (
        <Notice key={serial} tone="wait">
          <span class="notice-what">{endOf(subject, validUntil, now)}</span>
          <span>{t('certificate-renew')}</span>
        </Notice>
      ))}
    </>
  )
}

function endOf(holder: string, validUntil: number, now: number): string {
  const n = daysUntil(validUntil, now)
  if (n === 0) return t('certificate-ends-today', { holder, time: formatTime(locale.value, validUntil, now) })
  return t('certificate-ends', { n, holder, day: formatDayOf(locale.value, validUntil) })
}
