/** Phrases that background, card and popup share. */
export const roCommon = {
  'company-no-name': 'CUI {cui}',
}
