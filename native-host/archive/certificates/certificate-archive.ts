import type { CertificateFacts, CertificateUse, ExpiringCertificate } from '../../../shared/protocol/certificates.ts'

/** What a service last said of one company to one certificate. `name`: of the certificate, for people; `at`: epoch ms. */
export type KnownRight = { serial: string; name: string; answer: 'granted' | 'denied'; at: number }

/** A company, and a certificate that it was reached with. */
export type Reached = { serial: string; cui: string; name: string | null }

/** What is known of certificates (H-11). Serials are those of `serialKey`. */
export type CertificateArchive = {
  /** Records the certificates that tokens have now. */
  seen(found: readonly CertificateFacts[]): void
  /** Every certificate that was ever on a token; `seenAt`: when it was last, epoch ms. */
  known(): { facts: CertificateFacts; seenAt: number }[]
  /** Those that end within 60 days, the first to end first; not one whose holder has another that ends later. */
  expiring(): ExpiringCertificate[]
  /** What the service said of a company to each certificate that is not known to have ended. */
  rightsFor(service: CertificateUse, cui: string): KnownRight[]
  /** Records what the service said of a company to a certificate. */
  learn(service: CertificateUse, serial: string, cui: string, answer: KnownRight['answer']): void
  /** The companies that certificates have reached, by any service. */
  reached(): Reached[]
  /** The certificate that reached a company last; null where none ever did. */
  lastReaching(service: CertificateUse): string | null
  /** Forgets a certificate, and what was learnt with it; false if nothing was known. */
  forget(serial: string): boolean
  /** Paths of the modules that the person added. */
  modules(): string[]
  addModule(path: string): void
  removeModule(path: string): void
}
