import { Fragment } from 'preact'
import type { VatRecord } from '../../../../shared/domain/registers.ts'
import type { CompanyLookup } from '../../../../shared/protocol/registers/lookups.ts'
import { HostFailure } from '../../../host/failure.ts'
import { formatAgo, formatMoment } from '../../../locales/format.ts'
import { locale, t } from '../../../locales/locale.ts'
import type { Key } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { ErrorNotice, Notice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Status } from '../../../ui/status.tsx'
import { CopyCui } from '../panel/copy-cui.tsx'
import { statusLines } from '../status-lines.ts'
import type { Card, CardCompany } from './card.ts'

type Props = {
  company: CardCompany
  card: Card
  now: number
  copy: ((text: string) => Promise<void>) | undefined
}

/** The VAT register's data about one company, with the time of the answer (P-14). */
export function CompanySummary({ company, card, now, copy }: Props) {
  const { cui, lookup } = company
  const answer = lookup?.vat
  const waits = card.busy.value && (!answer || answer.state === 'pending' || answer.state === 'failed')
  return (
    <>
      <CopyCui cui={cui} copy={copy} />
      {!company.hasValidCheckDigit && <Notice tone="wait">{t('lookup-check-digit')}</Notice>}
      {waits && <Pending />}
      {!waits && answer?.state === 'failed' && answer.error && (
        <ErrorNotice
          error={new HostFailure(answer.error)}
          action={{ label: t('retry'), run: () => void card.load() }}
        />
      )}
      {answer?.state === 'not-found' && <Notice tone="wait">{t('lookup-not-found')}</Notice>}
      {answer?.isStale && <Stale answer={answer} />}
      {lookup && answer?.record && <Facts lookup={lookup} record={answer.record} />}
      {answer?.answeredAt != null && (
        <p class="card-age muted">
          <span title={formatMoment(locale.value, answer.answeredAt)}>
            {t('lookup-updated', { when: formatAgo(locale.value, answer.answeredAt, now) })}
          </span>
          <Button
            look="icon"
            label={t('lookup-refresh')}
            disabled={card.busy.value}
            onClick={() => void card.load(true)}
          >
            <Icon name="sync" />
          </Button>
        </p>
      )}
    </>
  )
}

function Facts({ lookup, record }: { lookup: CompanyLookup; record: VatRecord }) {
  const facts: [Key, string][] = [
    ['card-address', record.address],
    ['registration', record.registrationNumber],
    ['lookup-caen', record.caen],
    ['lookup-authority', record.fiscalAuthority],
  ]
  return (
    <>
      <ul class="card-states">
        {statusLines(lookup).map(({ id, tone, text }) => (
          <li key={id} class={tone === 'bad' ? 'card-bad' : undefined}>
            <Status tone={tone}>{text}</Status>
          </li>
        ))}
      </ul>
      <dl class="facts">
        {facts.map(
          ([key, value]) =>
            value !== '' && (
              <Fragment key={key}>
                <dt>{t(key)}</dt>
                <dd class="numeric">{value}</dd>
              </Fragment>
            ),
        )}
      </dl>
    </>
  )
}

function Stale({ answer }: { answer: NonNullable<CompanyLookup['vat']> }) {
  return (
    <>
      {answer.error && <ErrorNotice error={new HostFailure(answer.error)} />}
      <Status tone="wait">{t('lookup-stale')}</Status>
    </>
  )
}

/** A placeholder of the usual answer's size, so that nothing jumps when the answer arrives. */
function Pending() {
  return (
    <>
      <ul class="card-states">
        {[26, 20, 8, 22, 34].map(chars => (
          <li key={chars}>
            <Skeleton chars={chars} />
          </li>
        ))}
      </ul>
      <dl class="facts">
        {[38, 14, 5, 30].map(chars => (
          <Fragment key={chars}>
            <dt>
              <Skeleton chars={10} />
            </dt>
            <dd>
              <Skeleton chars={chars} />
            </dd>
          </Fragment>
        ))}
      </dl>
      <p class="card-age">
        <Skeleton chars={24} />
      </p>
      <p class="visually-hidden" role="status">
        {t('card-looking')}
      </p>
    </>
  )
}
