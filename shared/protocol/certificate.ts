import * as v from 'valibot'
import { Nothing } from '../domain/values.ts'

/** Access with the certificate at call time (E-28): only where the profile's `access` says so. */
export const certificate = {
  /** `url`: a page of ours asks for this address, so that the browser lets the person choose the certificate. */
  'certificate.begin': { params: Nothing, result: v.object({ url: v.string() }) },
  /**
   * Does the work that is due at the e-invoicing API, by calls of the extension over this port, and answers when nothing is
   * due soon. `isWaiting`: work is left, and the certificate has to be chosen again first.
   */
  'certificate.serve': { params: Nothing, result: v.object({ isWaiting: v.boolean() }) },
}
