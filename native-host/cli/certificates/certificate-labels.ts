import type { Locale } from '../../../shared/errors/codes.ts'
import type { Certificate, CertificateUse, KeyUsage } from '../../../shared/protocol/certificates.ts'

/** Labels of the command line for certificates, in each language. */
type Labels = {
  heads: Record<
    'holder' | 'issuer' | 'serial' | 'until' | 'state' | 'usages' | 'usedFor' | 'token' | 'companies' | 'certificates',
    string
  >
  states: Record<Certificate['state'], string>
  usages: Record<KeyUsage, string>
  uses: Record<CertificateUse, string>
  daysLeft: (days: number) => string
  none: string
  noModules: string
  module: (path: string, tokens: number) => string
  unread: (path: string, why: string) => string
  forgotten: (serial: string) => string
  unknown: (serial: string) => string
}

/** Romanian says 19 zile, but 20 de zile. */
const days = (n: number): string => {
  if (n === 1) return 'o zi'
  return new Intl.PluralRules('ro').select(n) === 'other' ? `${n} de zile` : `${n} zile`
}

export const CERTIFICATE_LABELS: Record<Locale, Labels> = {
  ro: {
    heads: {
      holder: 'Titular',
      issuer: 'Emitent',
      serial: 'Serie',
      until: 'Valabil până la',
      state: 'Stare',
      usages: 'Utilizare cheie',
      usedFor: 'Folosit pentru',
      token: 'Token',
      companies: 'Firme',
      certificates: 'Certificate',
    },
    states: {
      valid: 'valabil',
      expiring: 'expiră curând',
      expired: 'expirat',
      'not-yet-valid': 'încă nevalabil',
      unknown: 'necitit de pe token',
    },
    usages: {
      'digital-signature': 'semnătură',
      'non-repudiation': 'nerepudiere',
      'key-encipherment': 'criptare chei',
      'client-auth': 'autentificare',
    },
    uses: { 'e-invoicing': 'e-Factura', mailbox: 'SPV' },
    daysLeft: n => `încă ${days(n)}`,
    none: 'Niciun certificat. Introduceți tokenul, sau indicați driverul: recipisa certificates list --module CALE',
    noModules: 'Nu s-a găsit niciun driver de token (PKCS#11).',
    module: (path, tokens) => `Driver: ${path} (tokenuri: ${tokens})`,
    unread: (path, why) => `Driver: ${path}: ${why}`,
    forgotten: serial => `Certificatul ${serial} a fost eliminat din listă.`,
    unknown: serial => `Certificatul ${serial} nu era în listă.`,
  },
  en: {
    heads: {
      holder: 'Holder',
      issuer: 'Issuer',
      serial: 'Serial',
      until: 'Valid until',
      state: 'State',
      usages: 'Key usage',
      usedFor: 'Used for',
      token: 'Token',
      companies: 'Companies',
      certificates: 'Certificates',
    },
    states: {
      valid: 'valid',
      expiring: 'expires soon',
      expired: 'expired',
      'not-yet-valid': 'not valid yet',
      unknown: 'not read from a token',
    },
    usages: {
      'digital-signature': 'signature',
      'non-repudiation': 'non-repudiation',
      'key-encipherment': 'key encipherment',
      'client-auth': 'authentication',
    },
    uses: { 'e-invoicing': 'e-Factura', mailbox: 'SPV' },
    daysLeft: n => (n === 1 ? '1 day left' : `${n} days left`),
    none: 'No certificate. Plug the token in, or name its driver: recipisa certificates list --module PATH',
    noModules: 'No token driver (PKCS#11) was found.',
    module: (path, tokens) => `Driver: ${path} (tokens: ${tokens})`,
    unread: (path, why) => `Driver: ${path}: ${why}`,
    forgotten: serial => `The certificate ${serial} was removed from the list.`,
    unknown: serial => `The certificate ${serial} was not in the list.`,
  },
}
