import type { Locale } from '../../shared/errors/codes.ts'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import { askInWindow } from './pinentry.ts'
import type { TokenCertificate } from './read-token.ts'
import { askAtTerminal } from './terminal-pin.ts'

type Words = { title: (token: string) => string; low: string; last: string; prompt: string }

const WORDS: Readonly<Record<Locale, Words>> = {
  ro: {
    title: token => `Token: ${token}`,
    low: 'Ultimul PIN introdus a fost greșit.',
    last: 'Atenție: după încă un PIN greșit tokenul se blochează.',
    prompt: 'PIN: ',
  },
  en: {
    title: token => `Token: ${token}`,
    low: 'The last PIN that was entered was wrong.',
    last: 'Careful: one more wrong PIN locks the token.',
    prompt: 'PIN: ',
  },
}

/**
 * Asks for the token's PIN, once: at the terminal without showing it, or in a window if this process has no terminal.
 * Null for a token without a PIN. Throws `token-pin-locked` before asking, `token-pin-unavailable` if nobody can be
 * asked, and `cancelled`.
 */
export async function askPin({ token }: TokenCertificate, locale: Locale): Promise<string | null> {
  const { title, low, last, prompt } = WORDS[locale]
  if (token.pin === 'none') return null
  if (token.pin === 'locked') throw new RecipisaError('token-pin-locked')
  const lines = [title(token.label), ...(token.pin === 'low' ? [low] : []), ...(token.pin === 'last' ? [last] : [])]
  const pin = (await askAtTerminal(lines, prompt)) ?? (await askInWindow(lines, prompt))
  if (pin === undefined) throw new RecipisaError('token-pin-unavailable')
  if (pin === '') throw new RecipisaError('cancelled')
  return pin
}
