import type { AuthStatus } from '../../../shared/protocol/auth.ts'
import { t } from '../../locales/locale.ts'
import { Notice } from '../../ui/notice.tsx'

/** Warns of a sign-in with another certificate than the one before; draws nothing otherwise. */
export function OtherCertificate({ status: { serial, previousSerial } }: { status: AuthStatus }) {
  if (serial === null || previousSerial === null) return null
  return <Notice tone="wait">{t('sign-in-other-certificate', { serial, previous: previousSerial })}</Notice>
}
