import type { InvoiceDocument } from '../../../shared/protocol/invoice-document.ts'
import { unitWord } from '../../../shared/sheet/units.ts'
import { formatAmount, formatDay, formatDecimal } from '../../locales/format.ts'
import { locale, t } from '../../locales/locale.ts'

/** The contents of the XML, in the order in which people read an invoice: parties, dates, lines, VAT, totals (U-11). */
export function DocumentBody({ document }: { document: InvoiceDocument }) {
  return (
    <>
      <div class="parties">
        <Party role={t('seller')} party={document.seller} />
        <Party role={t('buyer')} party={document.buyer} />
      </div>
      <dl class="facts">
        <Fact name={t('issue-date')} value={document.issueDate && formatDay(locale.value, document.issueDate)} />
        <Fact name={t('due-date')} value={document.dueDate && formatDay(locale.value, document.dueDate)} />
      </dl>
      <Lines document={document} />
      <Totals document={document} />
      {document.attachments.length > 0 && (
        <section>
          <h3>{t('attachments')}</h3>
          <ul>
            {document.attachments.map(({ name, mediaType }) => (
              <li key={name}>
                {name} {mediaType && <span class="muted">{mediaType}</span>}
              </li>
            ))}
          </ul>
          <p class="muted">{t('attachments-hint')}</p>
        </section>
      )}
      {document.note && (
        <section>
          <h3>{t('note')}</h3>
          <p class="detail-note">{document.note}</p>
        </section>
      )}
    </>
  )
}

function Party({ role, party }: { role: string; party: InvoiceDocument['seller'] }) {
  return (
    <section class="party">
      <h3>{role}</h3>
      <p class="party-name">{party.name ?? t('none')}</p>
      {party.cui && (
        <p class="numeric">
          {t('cui')} {party.cui}
        </p>
      )}
      {party.registration && (
        <p class="muted numeric">
          {t('registration')} {party.registration}
        </p>
      )}
      {party.address && <p class="muted">{party.address}</p>}
    </section>
  )
}

function Lines({ document: { lines, currency } }: { document: InvoiceDocument }) {
  return (
    <section>
      <h3>{t('lines')}</h3>
      <ul class="lines">
        {lines.map((line, index) => (
          // by index: the lines never change, and their ids need not differ
          <li key={index} class="line">
            <span>{line.name}</span>
            <span class="numeric line-amount">{line.amount && formatAmount(locale.value, line.amount, currency)}</span>
            <span class="muted numeric">
              {line.quantity && quantityLabel(line.quantity, line.unit)}
              {line.price && ` × ${formatAmount(locale.value, line.price, null)}`}
            </span>
            <span class="muted numeric line-amount">
              {line.vatPercent && `${t('vat')} ${formatDecimal(locale.value, line.vatPercent)}%`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function quantityLabel(quantity: string, unit: string | null): string {
  const number = formatDecimal(locale.value, quantity)
  return unit ? `${number} ${unitWord(locale.value, unit)}` : number
}

function Totals({ document: { vat, totals, currency } }: { document: InvoiceDocument }) {
  const rows = [
    ['total-net', totals.net],
    ['total-vat', totals.vat],
    ['total-gross', totals.gross],
    ['total-payable', totals.payable],
  ] as const
  return (
    <dl class="totals numeric">
      {vat.map(({ category, percent, base, amount }, index) => (
        // by index: two VAT lines may be identical
        <Sum key={index} name={vatLabel(category, percent, base)} amount={amount} currency={currency} quiet />
      ))}
      {rows.map(([key, amount]) => (
        <Sum key={key} name={t(key)} amount={amount} currency={currency} strong={key === 'total-payable'} />
      ))}
    </dl>
  )
}

function vatLabel(category: string | null, percent: string | null, base: string | null): string {
  const rate = percent === null ? (category ?? '') : `${formatDecimal(locale.value, percent)}%`
  const of = base === null ? '' : ` · ${t('vat-base')} ${formatAmount(locale.value, base, null)}`
  return `${t('vat')} ${rate}${of}`
}

type SumProps = { name: string; amount: string | null; currency: string | null; quiet?: boolean; strong?: boolean }

function Sum({ name, amount, currency, quiet, strong }: SumProps) {
  if (amount === null) return null
  return (
    <div class={`sum${quiet ? ' muted' : ''}${strong ? ' strong' : ''}`}>
      <dt>{name}</dt>
      <dd>{formatAmount(locale.value, amount, currency)}</dd>
    </div>
  )
}

function Fact({ name, value }: { name: string; value: string | null }) {
  if (!value) return null
  return (
    <>
      <dt>{name}</dt>
      <dd class="numeric">{value}</dd>
    </>
  )
}
