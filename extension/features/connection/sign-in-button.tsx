import { t } from '../../locales/locale.ts'
import { BeginButton } from '../certificate-visit/begin-button.tsx'

/** Begins a certificate visit to e-Factura; shows in place why it could not. */
export function SignInButton({ again = false, look = 'primary' }: { again?: boolean; look?: 'primary' | 'plain' }) {
  return <BeginButton kind="begin-sign-in" text={t(again ? 'sign-in-again' : 'sign-in')} look={look} />
}
