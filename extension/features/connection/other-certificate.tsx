import type { AuthStatus } from '../../../shared/protocol/auth.ts'
import { t } from '../../locales/locale.ts'
import { Notice } from '../../ui/notice.tsx'

/** Warns of a sign-in with a different certificate from the last one; draws nothing otherwise. */
export function OtherCertificate({ status: { serial, previousSerial } }: { status: AuthStatus }) {
  if (serial === null || previousSerial === null) return null
  return <Notice tone="wait">{t('sign-in-other-certificate', { serial, previous: previousSerial })}</Notice>
}
