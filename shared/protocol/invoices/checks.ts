import * as v from 'valibot'
import { base64, Moment, WireId } from '../../domain/values.ts'
import { DocumentRef } from './documents.ts'

/** The document of an archived message, or the bytes of a file as base64. */
const Source = v.union([
  v.strictObject({ id: WireId }),
  v.strictObject({
    fileName: v.pipe(v.string(), v.maxLength(255)),
    data: base64(90_000_000),
  }),
])

/** `rule` is the id in brackets or after "regula:" (BR-RO-110, R_BT_32_cui); null if the text names none. */
export const Finding = v.object({ rule: v.nullable(v.string()), text: v.string() })
export type Finding = v.InferOutput<typeof Finding>

/** How a call reached the authority: signed in, or over the public host (E-28). */
const Access = v.picklist(['oauth', 'public'])

export const Certificate = v.object({
  subject: v.string(),
  issuer: v.string(),
  serial: v.string(),
  validFrom: Moment,
  validTo: Moment,
})

/**
 * This machine's report on the signature of a ZIP. `valid`: digest and signature value match; `tampered`: one does not;
 * `unverifiable`: there is no signature, or it cannot be judged. `certificate` is the signer's if `signature` is true,
 * else that of the alleged signer. `chain` says whether the signer's certificate leads to a configured anchor or is
 * self-signed. Without anchors, or without a proven signer, it is `not-checked`.
 */
export const SignatureReport = v.object({
  verdict: v.picklist(['valid', 'tampered', 'unverifiable']),
  form: v.nullable(v.picklist(['enveloped', 'detached'])),
  /** How a valid signature was verified (E-36). */
  how: v.nullable(
    v.object({
      /** `copy`: the signed copy, which differs from the document only by the space around the signature. */
      digestOf: v.picklist(['document', 'copy']),
      /** Canonical XML 1.0, or exclusive. */
      canonicalization: v.picklist(['inclusive', 'exclusive']),
      /** `without-line-breaks`: line breaks between its elements were added after signing. */
      signedInfo: v.picklist(['as-written', 'without-line-breaks']),
    }),
  ),
  digest: v.nullable(v.boolean()),
  signature: v.nullable(v.boolean()),
  certificate: v.nullable(Certificate),
  chain: v.picklist(['anchored', 'not-anchored', 'self-signed', 'not-checked']),
  problem: v.nullable(v.string()),
})
export type SignatureReport = v.InferOutput<typeof SignatureReport>

export const checks = {
  /** The authority's validation, FACT1 or FCN by content, always on the path of prod (E-24). */
  'invoices.validate': {
    params: v.strictObject({ source: Source }),
    result: v.object({
      state: v.picklist(['ok', 'nok']),
      findings: v.array(Finding),
      traceId: v.nullable(v.string()),
      access: Access,
    }),
  },
  /** The authority's PDF, stored beside the ZIP of an archived message (E-25). `validate: false` takes the /DA path. */
  'invoices.pdf': {
    params: v.strictObject({ source: Source, validate: v.optional(v.boolean(), true) }),
    result: v.variant('outcome', [
      v.object({
        outcome: v.literal('pdf'),
        document: DocumentRef,
        access: Access,
        /** False if made without validation: its content is unchecked. */
        validated: v.boolean(),
      }),
      v.object({ outcome: v.literal('invalid'), findings: v.array(Finding), traceId: v.nullable(v.string()) }),
    ]),
  },
  /** Verifies the signature of a ZIP on this machine, without any call. */
  'invoices.verify': { params: v.strictObject({ source: Source }), result: SignatureReport },
  /** The authority's own answer about the two files of a ZIP; `unknown` for an unknown wording (E-26). */
  'invoices.verifyAtAuthority': {
    params: v.strictObject({ source: Source }),
    result: v.object({ verdict: v.picklist(['valid', 'invalid', 'unknown']), message: v.string(), access: Access }),
  },
}
