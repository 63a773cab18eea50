import type { Overview } from '../../../shared/protocol/overview.ts'
import type { ProfileSummary } from '../../../shared/protocol/profile.ts'
import { daysUntil } from '../../locales/format.ts'
import { t } from '../../locales/locale.ts'
import { Badge, Status } from '../../ui/status.tsx'
import type { Page } from '../page/page.ts'
import { SIGN_IN_SOON } from './reminder.tsx'

/** Whether e-Factura is connected, and with tokens the days left until the certificate is needed again. */
export function Connection({ page, overview }: { page: Page; overview: Overview }) {
  const { auth, profile, secretsError } = overview
  if (profile.access === 'certificate') {
    const isChosen = page.isCertificateChosen.value
    return (
      <Status tone={isChosen ? 'good' : 'wait'}>{t(isChosen ? 'certificate-ready' : 'certificate-unchosen')}</Status>
    )
  }
  if (secretsError) return t('none')
  if (auth.state !== 'connected') {
    return (
      <Status tone={auth.state === 'expired' ? 'wait' : 'idle'}>
        {t(auth.state === 'expired' ? 'expired' : 'disconnected')}
      </Status>
    )
  }
  const days = auth.refreshExpiresAt === null ? undefined : daysUntil(auth.refreshExpiresAt, page.now.value)
  return (
    <Status tone={days !== undefined && days <= SIGN_IN_SOON ? 'wait' : 'good'}>
      <span class="numeric">
        {t('connected')}
        {days !== undefined && ` · ${daysLeft(days)}`}
      </span>
    </Status>
  )
}

export function daysLeft(days: number): string {
  return days === 0 ? t('days-left-today') : t('days-left', { n: days })
}

export function EnvironmentBadge({ profile }: { profile: ProfileSummary }) {
  return (
    <Badge tone={profile.environment === 'test' ? 'wait' : 'idle'} title={t(`${profile.environment}-long`)}>
      {t(profile.environment === 'prod' ? 'prod' : 'test')}
    </Badge>
  )
}
