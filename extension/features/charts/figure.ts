import { t } from '../../locales/locale.ts'
import type { Page } from '../page/page.ts'
import type { ChartData } from './load-charts.ts'

/** The filters and search of the desk that a name in a table leads to. */
export type Lead = { filters: Readonly<Record<string, string>>; search?: string }

/** The common properties of all figures. */
export type FigureProps = {
  host: Page['host']
  data: ChartData
  /** Company and period in words, for saved pictures. */
  about: string
  /** Name of a saved picture, by the figure's own word: `grafic_tva_14399840_2026-10_2026-11.png`. */
  fileName: (figure: string) => string
  onInvoices: (lead: Lead) => void
}

/** Says that sums in other currencies appear only in the table. */
export function otherCurrenciesNote(currencies: readonly string[]): { text: string }[] {
  const named = currencies.map(currency => currency || t('charts-no-currency'))
  return named.length === 0 ? [] : [{ text: t('charts-other-currencies', { currencies: named.join(', ') }) }]
}
