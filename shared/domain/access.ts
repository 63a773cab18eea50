import * as v from 'valibot'

/**
 * The way to the e-invoicing API (E-28). `oauth`: with the tokens of a sign-in, from any program, for a year at a time.
 * `certificate`: with the certificate shown on each call, without any OAuth application; the browser makes the calls.
 */
export const ApiAccess = v.picklist(['oauth', 'certificate'])
export type ApiAccess = v.InferOutput<typeof ApiAccess>

/** The origin at which the authority asks for the certificate on each call. */
export const CERTIFICATE_ORIGIN = 'https://webserviceapl.anaf.ro'
