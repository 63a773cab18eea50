/** Removes secrets from text: registered ones, and anything that looks like one (A-16, H-05). */
export type Redactor = {
  /** Registers a value that must never be written. Ignores texts under 6 characters, which would blank out half the log. */
  register(secret: string): void
  redact(text: string): string
}

const HIDDEN = '‹hidden›'

const PATTERNS: readonly [RegExp, string][] = [
  [/\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]{6,}/gi, `$1 ${HIDDEN}`],
  // a JWT: its first part is JSON in base64url, which begins with eyJ for {"
  [/\beyJ[A-Za-z0-9_-]{4,}(?:\.[A-Za-z0-9_-]+){0,4}/g, HIDDEN],
  [/\b(code|client_secret|access_token|refresh_token|token)(=|%3D)[^&\s"'\\]+/gi, `$1$2${HIDDEN}`],
  // also JSON within JSON, whose quotes have backslashes, and JSON that was cut
  [
    /(?<!\\)((\\*)"(?:code|client_?secret|access_?token|refresh_?token|pin)\2"\s*:\s*\2")(?:[^"\\]|\\.)*?(?=\2"|"|$)/gi,
    `$1${HIDDEN}`,
  ],
  [/\b((?:Set-)?Cookie"?\s*[:=]\s*"?)[^"\r\n]+/gi, `$1${HIDDEN}`],
  [/\b(MRHSession|LastMRH_Session|F5_ST|GW_ST|JSESSIONID)=[^;\s"']+/g, `$1=${HIDDEN}`],
]

export function createRedactor(): Redactor {
  /** The longest come first: one may be a part of another. */
  let secrets: readonly string[] = []
  return {
    register(secret) {
      if (secret.length < 6) return
      const url = encodeURIComponent(secret.toWellFormed()) // a lone surrogate has no form in a URL
      const json = JSON.stringify(secret).slice(1, -1) // a line of the log is JSON
      const forms = new Set([...secrets, secret, json, url, Buffer.from(secret).toString('base64')])
      secrets = [...forms].sort((one, other) => other.length - one.length)
    },
    redact(text) {
      let clean = text
      for (const secret of secrets) clean = clean.replaceAll(secret, HIDDEN)
      for (const [pattern, replacement] of PATTERNS) clean = clean.replace(pattern, replacement)
      return clean
    },
  }
}
