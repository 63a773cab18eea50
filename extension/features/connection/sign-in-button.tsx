import { t } from '../../locales/locale.ts'
import { BeginButton } from '../certificate-visit/begin-button.tsx'

type Props = { again?: boolean; look?: 'primary' | 'plain' | 'link' }

/** The single sign-in: begins the certificate visits to every service in use that is not connected. */
export function SignInButton({ again = false, look = 'primary' }: Props) {
  return <BeginButton kind="begin-round" text={t(again ? 'sign-in-again' : 'sign-in')} look={look} />
}

/** Begins a certificate visit to e-Factura alone; shows in place why it could not. */
export function EfacturaButton({ again = false, look = 'primary' }: Props) {
  return <BeginButton kind="begin-sign-in" text={t(again ? 'sign-in-again' : 'sign-in')} look={look} />
}
