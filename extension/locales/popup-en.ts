import { enCard } from './en/card.ts'
import { enCommon } from './en/common.ts'
import { enPopup } from './en/popup.ts'

export const popupEn = { ...enCommon, ...enCard, ...enPopup }
