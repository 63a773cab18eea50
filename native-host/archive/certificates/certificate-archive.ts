import type { CertificateFacts, CertificateUse, ExpiringCertificate } from '../../../shared/protocol/certificates.ts'

/**
 * A service's last answer about one company to one certificate. `name`: the certificate's, for people; `at`: epoch ms.
 */
export type KnownRight = { serial: string; name: string; answer: 'granted' | 'denied'; at: number }

/** A company, and a certificate that reached it. */
export type Reached = { serial: string; cui: string; name: string | null }

/** The known certificates (H-11). Serials are those of `serialKey`. */
export type CertificateArchive = {
  /** Records the certificates that tokens have now. */
  seen(found: readonly CertificateFacts[]): void
  /** Every certificate that was ever on a token; `seenAt`: the last time, epoch ms. */
  known(): { facts: CertificateFacts; seenAt: number }[]
  /**
   * Certificates that end within 60 days, the first to end first. Leaves out any whose holder has another that ends
   * later.
   */
  expiring(): ExpiringCertificate[]
  /** The service's answers about a company, for each certificate that is not known to have ended. */
  rightsFor(service: CertificateUse, cui: string): KnownRight[]
  /** Records the service's answer about a company to a certificate. */
  learn(service: CertificateUse, serial: string, cui: string, answer: KnownRight['answer']): void
  /** The companies that certificates have reached, by any service. */
  reached(): Reached[]
  /** The certificate that reached a company last; null if none ever did. */
  lastReaching(service: CertificateUse): string | null
  /** Forgets a certificate and everything learnt with it; false if it is unknown. */
  forget(serial: string): boolean
  /** Paths of the modules that the person added. */
  modules(): string[]
  addModule(path: string): void
  removeModule(path: string): void
}
