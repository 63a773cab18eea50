import type { AuthStatus } from '../../../shared/protocol/auth.ts'
import type { ProfileSummary } from '../../../shared/protocol/profile.ts'
import { daysUntil } from '../../locales/format.ts'
import { t } from '../../locales/locale.ts'
import { Badge, Status } from '../../ui/status.tsx'
import { SIGN_IN_SOON } from './reminder.tsx'

/** State of the e-Factura sign-in, and the days left until the certificate is needed again. */
export function Connection({ auth, now }: { auth: AuthStatus; now: number }) {
  if (auth.state !== 'connected') {
    return <Status tone={auth.state === 'expired' ? 'wait' : 'idle'}>{t(auth.state)}</Status>
  }
  const days = auth.refreshExpiresAt === null ? undefined : daysUntil(auth.refreshExpiresAt, now)
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
      {t(profile.environment)}
    </Badge>
  )
}
