/**
 * Amounts as whole numbers of 10⁻⁸, so that sums are exact: with floats, 0.1 + 0.2 differs from the invoice's own sum.
 */
const DIGITS = 8
const ONE = 10n ** BigInt(DIGITS)
const DECIMAL = /^([+-]?)(\d{0,18})(?:\.(\d*))?$/

/** The amount of an xs:decimal (`-1234.50`); undefined for any other text. Digits beyond the eighth are rounded. */
export function parseDecimal(text: string): bigint | undefined {
  const [, sign, whole = '', fraction = ''] = DECIMAL.exec(text.trim()) ?? []
  if (sign === undefined || whole + fraction === '') return undefined
  const kept = BigInt(`${whole}${fraction.slice(0, DIGITS).padEnd(DIGITS, '0')}`)
  const units = Number(fraction[DIGITS] ?? 0) >= 5 ? kept + 1n : kept
  return sign === '-' ? -units : units
}

/** As an xs:decimal, with at least `least` digits after the point and as many as the amount has. */
export function formatDecimal(units: bigint, least = 2): string {
  const digits = magnitude(units)
    .toString()
    .padStart(DIGITS + 1, '0')
  const fraction = digits
    .slice(-DIGITS)
    .replace(/(?<!0)0+$/, '')
    .padEnd(least, '0')
  const text = digits.slice(0, -DIGITS) + (fraction === '' ? '' : `.${fraction}`)
  return units < 0n ? `-${text}` : text
}

/** The text of an amount with the other sign; zero has none. */
export function negated(amount: string): string {
  if (!/[1-9]/.test(amount)) return amount
  return amount.startsWith('-') ? amount.slice(1) : `-${amount}`
}

/** Without its sign. */
export const magnitude = (units: bigint): bigint => (units < 0n ? -units : units)

/** Rounded half away from zero to `digits` after the point. */
export function roundDecimal(units: bigint, digits = 2): bigint {
  return divide(units, 10n ** BigInt(DIGITS - digits)) * 10n ** BigInt(DIGITS - digits)
}

export function multiplyDecimals(a: bigint, b: bigint): bigint {
  return divide(a * b, ONE)
}

/** Undefined for a division by zero. */
export function divideDecimals(a: bigint, b: bigint): bigint | undefined {
  return b === 0n ? undefined : divide(a * ONE, b)
}

/** A whole quotient, rounded half away from zero. */
function divide(a: bigint, b: bigint): bigint {
  const [n, d] = b < 0n ? [-a, -b] : [a, b]
  const half = n < 0n ? -(d / 2n) : d / 2n
  return (n + half) / d
}
