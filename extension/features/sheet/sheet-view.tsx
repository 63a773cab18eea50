import type { InvoiceDocument } from '../../../shared/protocol/invoices/document.ts'
import { labelsOf, type Row } from '../../../shared/sheet/fact-row.ts'
import type { Party } from '../../../shared/sheet/party.ts'
import { type Sheet, sheetOf } from '../../../shared/sheet/sheet.ts'
import type { HostClient } from '../../host/client.ts'
import { locale, t } from '../../locales/locale.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Attachments } from './attachments.tsx'
import { RawXml } from './raw-xml.tsx'
import { AdjustmentRows, Lines, Totals, Vat } from './tables.tsx'
import './sheet.css'

type Props = { document: InvoiceDocument; id: string; host: HostClient }

/** The invoice in its familiar form, in paper order (U-11). Values outside any field are at its end, with the XML itself. */
export function SheetView({ document, id, host }: Props) {
  const labels = labelsOf(locale.value)
  const sheet = sheetOf(document, locale.value)
  return (
    <div class="sheet">
      {sheet.storno && <p class="sheet-storno notice tone-wait">{sheet.storno}</p>}
      <Rows rows={sheet.facts} />
      <div class="sheet-parties">
        {sheet.parties.map(party => (
          <PartyView key={party.role} party={party} cui={labels.cui} />
        ))}
      </div>
      <Lines sheet={sheet} labels={labels} />
      <AdjustmentRows sheet={sheet} labels={labels} />
      <Vat sheet={sheet} labels={labels} />
      <Totals sheet={sheet} payable={document.totals.payable} />
      {sheet.sections.map(({ title, rows }, index) => (
        // by index: several payment means share a title
        <section key={index}>
          <h3>{title}</h3>
          <Rows rows={rows} />
        </section>
      ))}
      {sheet.note && (
        <section>
          <h3>{labels.note}</h3>
          <p class="sheet-note">{sheet.note}</p>
        </section>
      )}
      {sheet.attachments.length > 0 && (
        <section>
          <h3>{labels.attachments}</h3>
          <Attachments attachments={sheet.attachments} id={id} host={host} />
        </section>
      )}
      <Unread sheet={sheet} title={labels.unread} hint={labels.unreadHint} />
      <RawXml host={host} id={id} />
    </div>
  )
}

function Rows({ rows }: { rows: readonly Row[] }) {
  if (rows.length === 0) return null
  return (
    <dl class="facts">
      {rows.map(({ label, text }, index) => (
        // by index: a label can come twice; the rows never change
        <div key={index} class="sheet-row">
          <dt>{label}</dt>
          <dd class="numeric">{text}</dd>
        </div>
      ))}
    </dl>
  )
}

function PartyView({ party, cui }: { party: Party; cui: string }) {
  return (
    <section>
      <h3>{party.role}</h3>
      <p class="sheet-name">{party.name ?? t('none')}</p>
      {party.address && <p>{party.address}</p>}
      <dl class="facts">
        {party.rows.map(({ label, text }, index) => (
          // by index: a label can come twice; the rows never change
          <div key={index} class="sheet-row">
            <dt>{label}</dt>
            <dd class="numeric">
              {text}
              {label === cui && text === party.cui && <CopyButton name={cui} text={text} />}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Unread({ sheet: { unread, moreUnread }, title, hint }: { sheet: Sheet; title: string; hint: string }) {
  if (unread.length === 0) return null
  return (
    <section>
      <h3>{title}</h3>
      <p class="muted">{hint}</p>
      <dl class="sheet-unread">
        {unread.map(({ label, text }, index) => (
          // by index: a path can come twice
          <div key={index}>
            <dt>
              <code>{label}</code>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {moreUnread && <p class="muted">{moreUnread}</p>}
    </section>
  )
}
