/** What background, card and popup say alike. */
export const roCommon = {
  'company-no-name': 'CUI {cui}',
}
