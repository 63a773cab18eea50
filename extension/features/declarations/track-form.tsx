import { useSignal } from '@preact/signals'
import { normalizeCode } from '../../../shared/domain/cui.ts'
import { numberOf, type StatusRow } from '../../../shared/protocol/declarations.ts'
import { formatDay } from '../../locales/format.ts'
import { locale, t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { Badge, Status } from '../../ui/status.tsx'
import type { Page } from '../page/page.ts'
import { useCall } from '../page/use-call.ts'
import { Checkbox } from '../rows/checkbox.tsx'
import type { DeclarationList } from './declaration-list.ts'
import { DECLARATION_LABELS } from './labels.ts'
import '../rows/filings.css'

type Props = { page: Page; list: DeclarationList; cui: string | undefined }

/** Tracks a declaration submitted elsewhere, by number and CUI; offers the company's other ones from the status page. */
export function TrackForm({ page, list, cui: chosen }: Props) {
  const number = useSignal('')
  const company = useSignal(chosen ?? '')
  const isCounter = useSignal(false)
  const problem = useSignal<'number' | 'cui' | undefined>(undefined)
  const { isBusy, error, run } = useCall()
  const others = useSignal<{ cui: string; rows: StatusRow[] } | undefined>(undefined)

  const track = (filingNumber: string, cui: string, counter: boolean) =>
    run(async () => {
      const found = await page.host.request('declarations.track', { filingNumber, cui, isCounter: counter })
      list.take([found.declaration])
      others.value = { cui, rows: found.others }
      // What was typed meanwhile stays.
      if (number.value.trim() === filingNumber) number.value = ''
    })
  const submit = () => {
    const cui = normalizeCode(company.value)
    const filingNumber = number.value.trim()
    const isNumber = isCounter.value ? /^[0-9A-Za-z][0-9A-Za-z ./_-]*$/ : /^\d{1,20}$/
    problem.value = isNumber.test(filingNumber) ? (cui ? undefined : 'cui') : 'number'
    if (cui && problem.value === undefined) void track(filingNumber, cui, isCounter.value)
  }

  return (
    <section class="track" aria-label={t('declaration-track')}>
      <form
        class="track-form"
        onSubmit={event => {
          event.preventDefault()
          submit()
        }}
      >
        <Field
          label={t(isCounter.value ? 'declaration-counter-number' : 'upload-index')}
          problem={problem.value === 'number' ? t('declaration-number-shape') : undefined}
        >
          {attributes => (
            <input
              {...attributes}
              class="input numeric"
              type="text"
              autocomplete="off"
              value={number.value}
              onInput={event => {
                number.value = event.currentTarget.value
                problem.value = undefined
              }}
            />
          )}
        </Field>
        <Field label={t('cui')} problem={problem.value === 'cui' ? t('declaration-cui-shape') : undefined}>
          {attributes => (
            <input
              {...attributes}
              class="input numeric"
              type="text"
              inputMode="numeric"
              autocomplete="off"
              value={company.value}
              onInput={event => {
                company.value = event.currentTarget.value
                problem.value = undefined
              }}
            />
          )}
        </Field>
        <Checkbox
          isChecked={isCounter.value}
          onChange={isChecked => {
            isCounter.value = isChecked
          }}
        >
          {t('declaration-at-counter')}
        </Checkbox>
        <Button type="submit" disabled={isBusy}>
          {t('declaration-follow')}
        </Button>
      </form>
      {error !== undefined && <ErrorNotice error={error} />}
      {others.value && (
        <Others
          rows={others.value.rows}
          busy={isBusy}
          onFollow={row => void track(numberOf(row), others.value?.cui ?? '', row.isCounter)}
        />
      )}
    </section>
  )
}

type OthersProps = { rows: readonly StatusRow[]; busy: boolean; onFollow: (row: StatusRow) => void }

function Others({ rows, busy, onFollow }: OthersProps) {
  if (rows.length === 0) return <p class="muted">{t('declaration-no-others')}</p>
  return (
    <div role="status">
      <p>{t('declaration-others', { n: rows.length })}</p>
      <ul class="track-others">
        {rows.map(row => (
          <li key={row.filingNumber}>
            <span class="numeric">{row.filingNumber}</span>
            <span>{row.form}</span>
            {row.isCounter && <Badge tone="idle">{t('declaration-counter')}</Badge>}
            {row.uploadedOn && <span class="muted numeric">{formatDay(locale.value, row.uploadedOn)}</span>}
            {row.state ? (
              <Status tone={DECLARATION_LABELS[row.state].tone}>{t(DECLARATION_LABELS[row.state].word)}</Status>
            ) : (
              <span>{row.wording}</span>
            )}
            <Button look="link" disabled={busy} onClick={() => onFollow(row)}>
              {t('declaration-follow')}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
