import { expect, test } from 'vitest'
import { declarationTooLarge, listTooLarge, uploadTooLarge } from './file-sizes.ts'

const MB = 1024 * 1024
/** Only the length matters. */
const of = (length: number) => ({ length }) as Uint8Array

test('a file at the limit is taken; one byte more is not, and the error names size and limit', () => {
  expect(uploadTooLarge(of(10 * MB))).toBeUndefined()
  expect(uploadTooLarge(of(10 * MB + 1))).toMatchObject({
    reason: 'upload-too-large',
    params: { bytes: 10 * MB + 1, limit: 10 * MB },
  })
  expect(declarationTooLarge(of(30 * MB), 'd.pdf')).toBeUndefined()
  expect(declarationTooLarge(of(30 * MB + 1), 'd.pdf')).toMatchObject({
    reason: 'declaration-too-large',
    params: { fileName: 'd.pdf', size: 31, most: 30 },
  })
  expect(listTooLarge(of(64_000_000), 'l.csv')).toBeUndefined()
  expect(listTooLarge(of(64_000_001), 'l.csv')).toMatchObject({
    reason: 'list-too-large',
    params: { fileName: 'l.csv', most: 64 },
  })
})
