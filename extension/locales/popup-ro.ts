import { roCard } from './ro/card.ts'
import { roCommon } from './ro/common.ts'
import { roPopup } from './ro/popup.ts'

export const popupRo = { ...roCommon, ...roCard, ...roPopup }
