/** The tabs in their order on the page. */
export const PANEL_TAB_IDS = ['invoices', 'mailbox', 'declarations', 'companies', 'activity'] as const
export type PanelTab = (typeof PANEL_TAB_IDS)[number]
