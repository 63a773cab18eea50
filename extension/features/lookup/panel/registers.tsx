import type { ComponentChildren } from 'preact'
import { type MemberRegister, REGISTER_FIELDS, REGISTER_NAMES } from '../../../../shared/domain/register-names.ts'
import type { EInvoicingRecord, MemberRecord, Register } from '../../../../shared/domain/registers.ts'
import type { CompanyLookup, RegisterAnswer } from '../../../../shared/protocol/registers/lookups.ts'
import { describeBody } from '../../../host/describe-failure.ts'
import { formatAgo, formatDay, formatMoment } from '../../../locales/format.ts'
import { locale, t } from '../../../locales/locale.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Status } from '../../../ui/status.tsx'
import { statusLines } from '../status-lines.ts'
import type { CompanyPage } from './company.ts'

/** The registers for a CUI and day, each with its own state: pending, found, not found, failed, or an older answer. */
export function Registers({ company, now }: { company: CompanyPage; now: number }) {
  const lookup = company.lookup.value
  return (
    <section class="registers" aria-label={t('lookup-registers')} aria-busy={company.busy.value}>
      {REGISTER_NAMES.map(register => {
        const answer = lookup?.[REGISTER_FIELDS[register]] ?? null
        return (
          <div key={register} class="register" data-register={register}>
            <div class="register-head">
              <h3>{t(`register-${register}`)}</h3>
              {answer?.answeredAt != null && (
                <span class="muted numeric" title={formatMoment(locale.value, answer.answeredAt)}>
                  {t('lookup-updated', { when: formatAgo(locale.value, answer.answeredAt, now) })}
                </span>
              )}
            </div>
            <Answer answer={answer} busy={company.busy.value} lines={register === 'vat' ? 5 : 1}>
              {lookup && answer?.record && <Said lookup={lookup} register={register} />}
            </Answer>
          </div>
        )
      })}
    </section>
  )
}

type AnswerProps = { answer: RegisterAnswer | null; busy: boolean; lines: number; children: ComponentChildren }

function Answer({ answer, busy, lines, children }: AnswerProps) {
  const waits = answer === null || answer.state === 'pending'
  if (waits && busy) return Array.from({ length: lines }, (_, line) => <Skeleton key={line} chars={26} />)
  if (waits) return <Status tone="idle">{t('lookup-not-asked')}</Status>
  const failure = answer.error && describeBody(answer.error, locale.value)
  return (
    <>
      {answer.isStale && <Status tone="wait">{t('lookup-stale')}</Status>}
      {children}
      {answer.state === 'not-found' && <Status tone="idle">{t('lookup-not-found')}</Status>}
      {answer.state === 'failed' && <Status tone="bad">{t('lookup-failed')}</Status>}
      {failure && (
        <p class="register-why muted">
          {failure.what} {failure.next}
        </p>
      )}
    </>
  )
}

function Said({ lookup, register }: { lookup: CompanyLookup; register: Register }) {
  switch (register) {
    case 'vat':
      return statusLines(lookup).map(({ id, tone, text }) => (
        <Status key={id} tone={tone}>
          {text}
        </Status>
      ))
    case 'e-invoicing':
      return lookup.eInvoicing?.record && <EInvoicing record={lookup.eInvoicing.record} />
    default: {
      const record = lookup[REGISTER_FIELDS[register]]?.record
      return record && <Member record={record} day={lookup.day} register={register} />
    }
  }
}

function EInvoicing({ record }: { record: EInvoicingRecord }) {
  const { isRegistered, state, register, category, registeredOn, renouncedOn, removedOn, b2gOn } = record
  const days = [
    ['lookup-registered-on', registeredOn],
    ['lookup-b2g-on', b2gOn],
    ['lookup-renounced-on', renouncedOn],
    ['lookup-removed-on', removedOn],
  ] as const
  const said = days.flatMap(([key, day]) => (day === null ? [] : [t(key, { day: formatDay(locale.value, day) })]))
  const words = [register, category, ...said].filter(text => text !== '').join(' · ')
  return (
    <>
      {isRegistered === null ? (
        <Status tone="idle">{state || t('lookup-state-unsaid')}</Status>
      ) : (
        // P-12: a company outside this register may still have to accept e-invoices.
        <Status tone={isRegistered ? 'good' : 'idle'}>
          {t(isRegistered ? 'lookup-e-invoicing-yes' : 'lookup-e-invoicing-no')}
        </Status>
      )}
      {words && <p class="muted">{words}</p>}
    </>
  )
}

/** Membership by the register's own yes or no (P-05), with the day of the answer if it differs from the day asked for (P-06). */
function Member({ record, day, register }: { record: MemberRecord; day: string; register: MemberRegister }) {
  const { isMember, from, to, asOf } = record
  const period = [
    ...(from === null ? [] : [t('lookup-from', { day: formatDay(locale.value, from) })]),
    ...(to === null ? [] : [t('lookup-to', { day: formatDay(locale.value, to) })]),
  ].join(' · ')
  return (
    <>
      <Status tone={isMember ? 'good' : 'idle'}>
        {t(isMember ? `lookup-${register}-yes` : `lookup-${register}-no`)}
        {period && ` · ${period}`}
      </Status>
      {asOf !== null && asOf !== day && (
        <p class="muted">{t('lookup-answered-for', { day: formatDay(locale.value, asOf) })}</p>
      )}
    </>
  )
}
