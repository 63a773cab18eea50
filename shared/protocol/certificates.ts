import * as v from 'valibot'
import { Count, Cui, Moment } from '../domain/values.ts'
import { ErrorBody } from '../errors/error-body.ts'

export const KeyUsage = v.picklist(['digital-signature', 'non-repudiation', 'key-encipherment', 'client-auth'])
export type KeyUsage = v.InferOutput<typeof KeyUsage>

/** Serial as upper-case hex digits without leading zeros (`serialKey`). */
const Serial = v.pipe(v.string(), v.maxLength(200))

/** The facts in a certificate. */
export const CertificateFacts = v.object({
  serial: Serial,
  /** Common names. */
  subject: v.string(),
  issuer: v.string(),
  validFrom: Moment,
  validUntil: Moment,
  usages: v.array(KeyUsage),
})
export type CertificateFacts = v.InferOutput<typeof CertificateFacts>

/** A certificate's present use: the authorization of e-Factura, or the mailbox's session. */
export const CertificateUse = v.picklist(['e-invoicing', 'mailbox'])
export type CertificateUse = v.InferOutput<typeof CertificateUse>

/** A certificate seen on a token, or shown by a sign-in. */
export const Certificate = v.object({
  serial: Serial,
  /** The certificate's facts; null while only its serial is known, from a sign-in. */
  facts: v.nullable(CertificateFacts),
  /**
   * `expiring`: at most 60 days are left, `daysLeft` gives the number (0 and less when it is over); `unknown`: only the
   * serial is known.
   */
  state: v.picklist(['valid', 'expiring', 'expired', 'not-yet-valid', 'unknown']),
  daysLeft: v.nullable(v.pipe(v.number(), v.integer())),
  /** Label of its present token; null if no readable token has it. */
  token: v.nullable(v.string()),
  /** When it was last seen on a token. */
  seenAt: v.nullable(Moment),
  usedFor: v.array(CertificateUse),
  /** The companies reached with it, in any service. */
  companies: v.array(v.object({ cui: Cui, name: v.nullable(v.string()) })),
})
export type Certificate = v.InferOutput<typeof Certificate>

export const ExpiringCertificate = v.object({ serial: Serial, subject: v.string(), validUntil: Moment })
export type ExpiringCertificate = v.InferOutput<typeof ExpiringCertificate>

/** A PKCS#11 module; `error`: why it could not be read. `isAdded`: whether the person added its path. */
export const CertificateModule = v.object({
  path: v.string(),
  isAdded: v.boolean(),
  tokens: Count,
  error: v.nullable(ErrorBody),
})
export type CertificateModule = v.InferOutput<typeof CertificateModule>

export const CertificateList = v.object({ certificates: v.array(Certificate), modules: v.array(CertificateModule) })
export type CertificateList = v.InferOutput<typeof CertificateList>

/** An absolute path; a relative one would depend on where the browser starts the program. */
const ModulePath = v.pipe(v.string(), v.minLength(1), v.maxLength(4096))

export const certificates = {
  /**
   * Reads the tokens, without a PIN, and adds certificates that sign-ins have shown. `module`: reads only this module.
   */
  'certificates.list': {
    params: v.strictObject({ module: v.optional(ModulePath) }),
    result: CertificateList,
  },
  /** Reads a module, and keeps its path for later calls if that succeeded. */
  'certificates.addModule': { params: v.strictObject({ path: ModulePath }), result: CertificateList },
  /** Forgets a certificate; one that is on a token or in use comes back with the next reading. */
  'certificates.forget': {
    params: v.strictObject({ serial: Serial }),
    result: v.object({ forgotten: v.boolean() }),
  },
  'certificates.removeModule': { params: v.strictObject({ path: ModulePath }), result: CertificateList },
}
