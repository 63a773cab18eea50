import { policiesWritable } from '../chromium/policy.ts'

/** What a browser test may need beyond Node: packages of the system, or the right to write the machine's policies. */
type Need = 'browser' | 'screen' | 'policy'

const missing = new Set((process.env.RECIPISA_MISSING ?? '').split(' '))
if (!(await policiesWritable())) missing.add('policy')

/** Whether any of these is missing here; `npm test` looks at the machine and says so in RECIPISA_MISSING. */
export const missingFor = (...needs: readonly Need[]): boolean => needs.some(need => missing.has(need))
