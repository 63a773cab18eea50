import type { SheetLabels } from '../../../shared/sheet/labels-ro.ts'
import type { Sheet } from '../../../shared/sheet/sheet.ts'
import { locale, t } from '../../locales/locale.ts'
import { CopyButton } from '../../ui/copy-button.tsx'

type Props = { sheet: Sheet; labels: SheetLabels }

/** The lines as a table; in a narrow panel each takes two rows. */
export function Lines({ sheet: { lines, omitted }, labels }: Props) {
  if (lines.length === 0) return null
  return (
    <section>
      <h3>{labels.lines}</h3>
      <table class="sheet-table sheet-lines numeric">
        <thead>
          <tr>
            <th class="sheet-id">{labels.number}</th>
            <th class="sheet-item">{labels.item}</th>
            <th>{labels.quantity}</th>
            <th>{labels.price}</th>
            <th>{labels.value}</th>
            <th>{labels.vat}</th>
          </tr>
        </thead>
        {lines.map(({ id, name, quantity, price, value, vat, notes }, index) => (
          // by index: the lines never change, and their ids need not differ
          <tbody key={index}>
            <tr>
              <td class="sheet-id">{id}</td>
              <td class="sheet-item">{name}</td>
              <td class="sheet-quantity">{quantity}</td>
              <td class="sheet-price">{price}</td>
              <td class="sheet-value">{value}</td>
              <td class="sheet-vat">{vat}</td>
            </tr>
            {notes.length > 0 && (
              <tr class="sheet-notes muted">
                <td class="sheet-id" />
                <td colSpan={5}>
                  {notes.map(({ label, text }, at) => (
                    // by index: a label can come twice
                    <div key={at}>
                      {label}: {text}
                    </div>
                  ))}
                </td>
              </tr>
            )}
          </tbody>
        ))}
      </table>
      {omitted && <p class="muted">{omitted}</p>}
    </section>
  )
}

export function AdjustmentRows({ sheet: { adjustments }, labels }: Props) {
  if (adjustments.length === 0) return null
  return (
    <section>
      <h3>{labels.adjustments}</h3>
      <dl class="sheet-sums numeric">
        {adjustments.map(({ label, text }, index) => (
          // by index: two may be identical
          <div key={index}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

export function Vat({ sheet: { vat }, labels }: Props) {
  if (vat.length === 0) return null
  return (
    <section>
      <h3>{labels.vatByRate}</h3>
      <table class="sheet-table sheet-rates numeric">
        <thead>
          <tr>
            <th class="sheet-item">{labels.rate}</th>
            <th>{labels.base}</th>
            <th>{labels.vat}</th>
          </tr>
        </thead>
        {vat.map(({ rate, base, amount, exemption }, index) => (
          // by index: two may be identical
          <tbody key={index}>
            <tr>
              <td class="sheet-item">
                {rate}
                {exemption && <div class="muted">{exemption}</div>}
              </td>
              <td data-label={labels.base}>{base}</td>
              <td data-label={labels.vat}>{amount}</td>
            </tr>
          </tbody>
        ))}
      </table>
    </section>
  )
}

/** `payable`: the sum as written in the XML, for copying. */
export function Totals({ sheet: { totals }, payable }: { sheet: Sheet; payable: string | null }) {
  return (
    <dl class="sheet-sums sheet-totals numeric">
      {totals.map(({ label, text, isPayable }) => (
        <div key={label} class={isPayable ? 'sheet-payable' : undefined}>
          <dt>{label}</dt>
          <dd>
            {text}
            {isPayable && payable !== null && <CopyButton name={t('sheet-sum')} text={plainSum(payable)} />}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** In the form for accounting programs: without grouping and currency. */
function plainSum(amount: string): string {
  return locale.value === 'ro' ? amount.replace('.', ',') : amount
}
