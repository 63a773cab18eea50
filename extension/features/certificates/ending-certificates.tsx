import { daysUntilEnd } from '../../../shared/domain/certificates.ts'
import type { ExpiringCertificate } from '../../../shared/protocol/certificates.ts'
import { formatDayOf } from '../../locales/format.ts'
import { locale, t } from '../../locales/locale.ts'
import { Notice } from '../../ui/notice.tsx'

/** Warns of certificates that end within 60 days; draws nothing otherwise. */
export function EndingCertificates({
  certificates,
  now,
}: {
  certificates: readonly ExpiringCertificate[]
  now: number
}) {
  return (
    <>
      {certificates.map(({ serial, subject, validUntil }) => (
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
