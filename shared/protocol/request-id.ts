import * as v from 'valibot'

/** Numbers a request, or a call requested by the host; each side numbers its own. */
export const RequestId = v.pipe(v.number(), v.safeInteger(), v.minValue(1))
