import type { ComponentChildren } from 'preact'
import type { PostalAddress, VatRecord } from '../../../../shared/domain/registers.ts'
import { formatDay } from '../../../locales/format.ts'
import { locale, t } from '../../../locales/locale.ts'
import type { Key } from '../../../locales/translate.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'

/** Addresses, numbers and offices from the VAT register; empty fields are not shown (P-13). */
export function CompanyFacts({ record, pending }: { record: VatRecord | null; pending: boolean }) {
  if (!record) return pending ? <PendingFacts /> : null
  const day = (value: string | null) => (value === null ? '' : formatDay(locale.value, value))
  const office = addressOf(record.registeredOffice) || record.address
  const domicile = addressOf(record.fiscalDomicile)
  const facts: [Key, ComponentChildren][] = [
    ['lookup-office', office],
    ['lookup-domicile', domicile === office ? '' : domicile],
    ['registration', record.registrationNumber],
    ['lookup-caen', record.caen],
    ['lookup-authority', record.fiscalAuthority],
    ['lookup-legal-form', record.legalForm],
    ['lookup-organisation', record.organisation],
    ['lookup-ownership', record.ownership],
    ['lookup-registered', day(record.registeredOn)],
    ['lookup-registration-state', record.registrationState],
    ['lookup-inactive-since', day(record.inactive.since)],
    ['lookup-reactivated', day(record.inactive.reactivatedOn)],
    ['lookup-struck-off', day(record.inactive.struckOffOn)],
    ['lookup-phone', record.phone],
    ['lookup-fax', record.fax],
    ['lookup-iban', record.iban],
    ['lookup-act', record.act],
  ]
  return (
    <section aria-label={t('lookup-facts')}>
      <h3>{t('lookup-facts')}</h3>
      <dl class="facts">
        {facts.map(
          ([key, value]) =>
            value && (
              <>
                <dt>{t(key)}</dt>
                <dd class="numeric">{value}</dd>
              </>
            ),
        )}
      </dl>
      <Periods periods={record.vat.periods} />
    </section>
  )
}

/** Earlier and present periods of VAT registration (P-02). */
function Periods({ periods }: { periods: VatRecord['vat']['periods'] }) {
  if (periods.length === 0) return null
  return (
    <details class="company-more">
      <summary>{t('lookup-vat-periods', { n: periods.length })}</summary>
      <ul class="company-history">
        {periods.map(({ from, to, cancelledOn, note }) => (
          <li key={`${from} ${to}`}>
            <span class="numeric">
              {from === null ? t('none') : formatDay(locale.value, from)} –{' '}
              {to === null ? t('lookup-vat-now') : formatDay(locale.value, to)}
            </span>
            <span class="muted">
              {[
                note,
                cancelledOn === null ? '' : t('lookup-cancelled-on', { day: formatDay(locale.value, cancelledOn) }),
              ]
                .filter(text => text !== '')
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** An address on one line, without empty parts. */
export function addressOf(address: PostalAddress): string {
  const { street, number, locality, county, country, details, postalCode } = address
  const parts = [
    [street, number && t('lookup-street-number', { number })].filter(Boolean).join(' '),
    details,
    locality,
    county,
    postalCode,
    /^rom[aâ]nia$/i.test(country.trim()) ? '' : country,
  ]
  return parts
    .map(part => part.trim())
    .filter(Boolean)
    .join(', ')
}

function PendingFacts() {
  return (
    <section class="detail-pending" aria-hidden="true">
      {[34, 28, 22, 30].map(chars => (
        <Skeleton key={chars} chars={chars} />
      ))}
    </section>
  )
}
