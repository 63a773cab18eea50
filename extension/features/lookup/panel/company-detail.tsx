import { useLayoutEffect, useRef } from 'preact/hooks'
import { companyName } from '../../../../shared/protocol/registers/lookup-answers.ts'
import { formatDay } from '../../../locales/format.ts'
import { locale, t } from '../../../locales/locale.ts'
import { Button } from '../../../ui/button.tsx'
import { DetailHead } from '../../../ui/detail-head.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { ErrorNotice, Notice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { Page } from '../../page/page.ts'
import type { CompanyPage } from './company.ts'
import { CompanyFacts } from './company-facts.tsx'
import { CopyCui } from './copy-cui.tsx'
import { Favourite } from './favourite.tsx'
import { History } from './history.tsx'
import { Note } from './note.tsx'
import { Registers } from './registers.tsx'
import { Statements } from './statements.tsx'

type Props = { company: CompanyPage; page: Page; onBack: () => void }

/** All data of the public registers about one company for a day (P-01…P-06). */
export function CompanyDetail({ company, page, onBack }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => heading.current?.focus(), [])
  const { cui } = company
  const lookup = company.lookup.value
  const name = lookup && companyName(lookup)
  const waits = company.busy.value && name === ''
  return (
    <article class="detail company-page" aria-label={t('company')}>
      <header class="company-head">
        <DetailHead
          heading={heading}
          title={name === undefined || waits ? <Skeleton chars={24} /> : name || t('company-no-name', { cui })}
          onBack={onBack}
        >
          <span class="company-actions">
            {lookup && <Favourite company={company} favourite={lookup.favourite} />}
            <Button
              look="icon"
              label={t('lookup-refresh')}
              disabled={company.busy.value}
              onClick={() => void company.load(true)}
            >
              <Icon name="sync" />
            </Button>
          </span>
        </DetailHead>
        <p class="company-line">
          <CopyCui cui={cui} />
          {lookup && (
            <span class="muted numeric">{t('lookup-for-day', { day: formatDay(locale.value, lookup.day) })}</span>
          )}
        </p>
      </header>
      {lookup && !lookup.hasValidCheckDigit && <Notice tone="wait">{t('lookup-check-digit')}</Notice>}
      {company.error.value !== undefined && (
        <ErrorNotice error={company.error.value} action={{ label: t('retry'), run: () => void company.load() }} />
      )}
      <Registers company={company} now={page.now.value} />
      <CompanyFacts record={lookup?.vat?.record ?? null} pending={company.busy.value} />
      <Statements company={company} now={page.now.value} />
      {lookup && <Note key={cui} company={company} note={lookup.note} />}
      <History entries={company.history.value} now={page.now.value} />
    </article>
  )
}
