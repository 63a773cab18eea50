import { policiesWritable } from '../chromium/policy.ts'

/** A browser test may need system packages, or the right to write the machine's policies. */
type Need = 'browser' | 'firefox' | 'screen' | 'policy'

const missing = new Set((process.env.RECIPISA_MISSING ?? '').split(' '))
if (!(await policiesWritable())) missing.add('policy')

/** Whether this machine lacks any of these. `npm test` lists the missing ones in RECIPISA_MISSING. */
export const missingFor = (...needs: readonly Need[]): boolean => needs.some(need => missing.has(need))
