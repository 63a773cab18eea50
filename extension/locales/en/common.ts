import type { roCommon } from '../ro/common.ts'
import type { SameKeys } from '../translate.ts'

/** Phrases that background, card and popup share. */
export const enCommon: SameKeys<typeof roCommon> = {
  'company-no-name': 'CUI {cui}',
}
