import { createHash } from 'node:crypto'
import { createRandom } from '../world/random.ts'

/** The weights of a CNP's digits. */
const WEIGHTS = [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9]

/** The CNP of a certificate's holder: always the same for a certificate, with a right check digit, but nobody's. */
export function cnpOf(certificateSerial: string): string {
  const hash = createHash('sha256').update(certificateSerial.toUpperCase().replace(/^0+/, '')).digest()
  const random = createRandom(hash.readUInt32LE(0))
  const two = (n: number) => String(n).padStart(2, '0')
  const born = `${two(random.between(60, 99))}${two(random.between(1, 12))}${two(random.between(1, 28))}`
  // County 99 does not exist.
  const body = `${random.between(1, 2)}${born}99${String(random.between(1, 999)).padStart(3, '0')}`
  const rest = [...body].reduce((sum, digit, index) => sum + Number(digit) * (WEIGHTS[index] ?? 0), 0) % 11
  return `${body}${rest === 10 ? 1 : rest}`
}
