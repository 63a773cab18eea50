import type { ComponentChild } from 'preact'
import type { MailboxItem } from '../../../shared/protocol/mailbox.ts'
import { formatDay, formatDayOf, formatMoment } from '../../locales/format.ts'
import { locale, t } from '../../locales/locale.ts'
import { isPerson } from '../../locales/owner-name.ts'
import { periodLabel } from './labels.ts'

/** The facts of a message: owner, declaration, when it counts as served; the authority's text last. */
export function MailFacts({ item }: { item: MailboxItem }) {
  const { receipt } = item
  const came = item.hasTime ? formatMoment(locale.value, item.createdAt) : formatDayOf(locale.value, item.createdAt)
  return (
    <>
      <dl class="facts">
        <dt>{t(isPerson(item.cui) ? 'mail-person' : 'mail-company')}</dt>
        <dd>
          {item.companyName} <span class="numeric">{item.cui}</span>
        </dd>
        <Fact name={t('mail-created')} value={came} />
        <Fact name={t('mail-served')} value={item.servedOn && formatDay(locale.value, item.servedOn)} strong />
        <Fact name={t('mail-form')} value={receipt?.form} />
        <Fact name={t('mail-form-period')} value={receipt?.period && periodLabel(receipt.period)} />
        <Fact name={t('mail-registration')} value={receipt?.registrationNumber} />
        <Fact
          name={t('mail-registered-on')}
          value={receipt?.registeredOn && formatDay(locale.value, receipt.registeredOn)}
        />
      </dl>
      <section>
        <h3>{t('mail-details')}</h3>
        <p class="detail-note">{item.details || t('none')}</p>
      </section>
      <details class="detail-wire">
        <summary>{t('details')}</summary>
        <dl class="facts">
          <Fact name={t('message-id')} value={item.id} />
          <Fact name={t('wire-type')} value={item.type} />
          <Fact name={t('mail-request')} value={item.requestId} />
          <Fact name={t('mail-index')} value={receipt?.uploadIndex} />
          <Fact name={t('original-hash')} value={item.sha256 && <code>{item.sha256}</code>} />
        </dl>
      </details>
    </>
  )
}

function Fact({ name, value, strong = false }: { name: string; value: ComponentChild; strong?: boolean }) {
  if (!value) return null
  return (
    <>
      <dt>{name}</dt>
      <dd class={`numeric${strong ? ' mail-strong' : ''}`}>{value}</dd>
    </>
  )
}
