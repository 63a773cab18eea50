import { daysUntilEnd } from '../../../shared/domain/certificates.ts'
import type { ExpiringCertificate } from '../../../shared/protocol/certificates.ts'
import { formatDayOf } from '../../locales/format.ts'
import { locale, t } from '../../locales/locale.ts'
import { Notice } from '../../ui/notice.tsx'

/** Days before the end from which the panel warns all the time; badge and notifications begin earlier. */
const PANEL_DAYS = 30

type Props = { certificates: readonly ExpiringCertificate[]; now: number }

/** Warns of certificates that end soon; draws nothing otherwise. */
export function EndingCertificates({ certificates, now }: Props) {
  const soon = certificates.filter(({ validUntil }) => daysUntilEnd(validUntil, now) <= PANEL_DAYS)
  return (
    <>
      {soon.map(({ serial, subject, validUntil }) => (
        <Notice key={serial} tone="wait">
          <span class="notice-what">
            {t('certificate-ends', {
              n: daysUntilEnd(validUntil, now),
              holder: subject,
              day: formatDayOf(locale.value, validUntil),
            })}
          </span>
          <span>{t('certificate-renew')}</span>
        </Notice>
      ))}
    </>
  )
}
