import { formatAmount } from '../../locales/format.ts'
import { locale, t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'

/** An amount in its currency; without a currency just the number. */
export function money(amount: string, currency: string | null): string {
  return formatAmount(locale.value, amount, currency || null)
}

/** The currency's written form: `lei` in Romanian. */
export function currencyWord(currency: string): string {
  return currency === 'RON' && locale.value === 'ro' ? 'lei' : currency
}

/** Sums, one per currency, below each other: they are never added up. */
export function Sums({ totals }: { totals: readonly { currency: string; amount: string }[] }) {
  if (totals.length === 0) return <>{t('none')}</>
  return (
    <>
      {totals.map(({ currency, amount }) => (
        <div key={currency}>{money(amount, currency)}</div>
      ))}
    </>
  )
}

/** A name that leads to its invoices in the visible table; a table for screen readers has no hidden tab stops. */
export function Way({ isLink, text, onClick }: { isLink: boolean; text: string; onClick: () => void }) {
  if (!isLink) return text
  return (
    <Button look="link" onClick={onClick}>
      {text}
    </Button>
  )
}
