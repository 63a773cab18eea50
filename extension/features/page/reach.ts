import type { Overview } from '../../../shared/protocol/overview.ts'

/**
 * Whether e-Factura can be called now: with tokens while they last, or with the certificate once it was chosen in this
 * session of the browser (E-28).
 */
export function reachesEfactura({ profile, auth }: Pick<Overview, 'profile' | 'auth'>, isCertificateChosen: boolean) {
  return profile.access === 'certificate' ? isCertificateChosen : auth.state === 'connected'
}
