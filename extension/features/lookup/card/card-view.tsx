import { t } from '../../../locales/locale.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { ErrorNotice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Status } from '../../../ui/status.tsx'
import { briefOf } from '../company-brief.ts'
import type { Card, CardCompany } from './card.ts'
import { CompanySummary } from './company-summary.tsx'

type Props = {
  card: Card
  /** Epoch milliseconds. */
  now: number
  onPanel: (cuis: string[]) => void
  /** Closes the card, when it lies over something else. */
  onClose?: (() => void) | undefined
  copy?: ((text: string) => Promise<void>) | undefined
}

/** One company's data from the VAT register, or several companies to choose from; on web pages and in the popup. */
export function CardView({ card, now, onPanel, onClose, copy }: Props) {
  const companies = card.companies.value
  const shown = card.shown.value
  const cuis = shown ? [shown.cui] : companies.map(({ cui }) => cui)
  return (
    <div class="card" aria-busy={card.busy.value}>
      <header class="card-head">
        {shown && companies.length > 1 && (
          <Button look="icon" label={t('back')} onClick={() => card.choose(undefined)}>
            <Icon name="back" />
          </Button>
        )}
        <h2>{shown ? <Name company={shown} busy={card.busy.value} /> : t('company-count', { n: companies.length })}</h2>
        {onClose && (
          <Button look="icon" label={t('card-close')} onClick={onClose}>
            <Icon name="close" />
          </Button>
        )}
      </header>
      {card.failure.value !== undefined && (
        <ErrorNotice error={card.failure.value} action={{ label: t('retry'), run: () => void card.load() }} />
      )}
      {shown ? (
        <CompanySummary company={shown} card={card} now={now} copy={copy} />
      ) : (
        <ul class="card-list">
          {companies.map(company => (
            <li key={company.cui}>
              <CompanyRow company={company} card={card} />
            </li>
          ))}
        </ul>
      )}
      <footer class="card-foot">
        <Button look="link" onClick={() => onPanel(cuis)}>
          {t('card-open-panel')}
        </Button>
      </footer>
    </div>
  )
}

function CompanyRow({ company, card }: { company: CardCompany; card: Card }) {
  const { cui, lookup } = company
  const brief = lookup && briefOf(lookup)
  return (
    <button type="button" class="card-row" onClick={() => card.choose(cui)}>
      <span class="card-row-name">
        <Name company={company} busy={card.busy.value} />
      </span>
      <span class="card-row-facts">
        {lookup?.vat?.record && <span class="muted numeric">{cui}</span>}
        {brief ? (
          <Status tone={brief.state.tone}>{brief.state.text}</Status>
        ) : (
          card.busy.value && <Skeleton chars={14} />
        )}
        {!company.hasValidCheckDigit && <Status tone="wait">{t('lookup-check-digit-short')}</Status>}
      </span>
    </button>
  )
}

/** The name from the register; a skeleton before the answer. */
function Name({ company: { cui, lookup }, busy }: { company: CardCompany; busy: boolean }) {
  const name = lookup?.vat?.record?.name
  if (name === undefined && busy) return <Skeleton chars={22} />
  return name || t('company-no-name', { cui })
}
