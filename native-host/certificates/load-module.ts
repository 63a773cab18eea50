import { LONGEST_CERTIFICATE, MOST_TOKENS, type ModuleReport } from './module-report.ts'
import { readTokens, trimmed } from './token-objects.ts'

/** What the tokens of a PKCS#11 module hold, or why nobody knows. Only for a process of its own (`read-module.ts`). */
export async function loadModule(path: string): Promise<ModuleReport> {
  try {
    const tokens = await readTokens(path, MOST_TOKENS)
    if (!tokens) return { problem: 'no build of the library for this system', isReaderMissing: true }
    return {
      tokens: tokens.map(({ info, certificates }) => ({
        label: trimmed(info.label),
        certificates: certificates.flatMap(({ der }) =>
          der.length <= LONGEST_CERTIFICATE ? [der.toString('base64')] : [],
        ),
      })),
    }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error), isReaderMissing: false }
  }
}
