import { LONGEST_CERTIFICATE, MOST_TOKENS, type ModuleReport } from './module-report.ts'
import { readTokens, trimmed } from './token-objects.ts'

/**
 * The contents of a PKCS#11 module's tokens, or the reason why they cannot be read. Only for a separate process
 * (`read-module.ts`).
 */
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
