import { fileURLToPath } from 'node:url'
import { type BundleName, bundleSize, MOST_KB } from '../../support/bundle-sizes.ts'
import type { Row } from '../support/row.ts'

const EXTENSION = fileURLToPath(new URL('../../../.output/chrome-mv3', import.meta.url))

/** The scripts that popup, panel, background and card load before they show anything; bytes need no second look. */
export const row: Row = {
  measure: async () => ({
    lines: (Object.keys(MOST_KB) as BundleName[]).map(name => ({
      measure: `scripts of the ${name}, compressed`,
      unit: 'KB',
      ours: [bundleSize(EXTENSION, name)],
      floor: null,
      limits: [{ of: 'ours', atMost: MOST_KB[name] }],
    })),
  }),
}
