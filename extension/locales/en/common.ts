import type { roCommon } from '../ro/common.ts'
import type { SameKeys } from '../translate.ts'

/** What background, card and popup say alike. */
export const enCommon: SameKeys<typeof roCommon> = {
  'company-no-name': 'CUI {cui}',
}
