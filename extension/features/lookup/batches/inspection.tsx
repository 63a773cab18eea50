import type { ListInspection } from '../../../../shared/protocol/registers/batches.ts'
import { t } from '../../../locales/locale.ts'
import { Status } from '../../../ui/status.tsx'
import { PROBLEM_WORDS } from './labels.ts'
import type { ListDraft } from './list-draft.ts'

/** The column is the chosen one, which may still have to be read. */
type Props = { draft: ListDraft; inspection: ListInspection; column: number }

/** A list as it was read: counts, the column of CUIs, and the first rows with their problems. */
export function Inspection({ draft, inspection, column }: Props) {
  const { fileName, rows, companies, duplicates, invalid, wrongCheckDigit, columns, sample } = inspection
  return (
    <section class="inspection" aria-label={t('batch-inspection')}>
      <h3 class="inspection-name">{fileName}</h3>
      <p class="inspection-counts numeric">
        <span>{t('batch-rows', { n: rows })}</span>
        <span>{t('batch-companies', { n: companies })}</span>
        {duplicates > 0 && <span class="muted">{t('batch-duplicates', { n: duplicates })}</span>}
        {invalid > 0 && <Status tone="wait">{t('batch-invalid', { n: invalid })}</Status>}
        {wrongCheckDigit > 0 && <Status tone="wait">{t('batch-check-digit', { n: wrongCheckDigit })}</Status>}
      </p>
      {columns.length > 1 && (
        <label class="lookup-day">
          <span>{t('batch-column')}</span>
          <select
            class="input"
            value={String(column)}
            onChange={event => void draft.chooseColumn(Number(event.currentTarget.value))}
          >
            {columns.map((head, index) => (
              <option key={index} value={String(index)}>
                {head || t('batch-column-n', { n: index + 1 })}
              </option>
            ))}
          </select>
        </label>
      )}
      <details class="company-more" open={invalid > 0}>
        <summary>{t('batch-sample')}</summary>
        <ul class="company-history">
          {sample.map(({ row, text, cui, problem }) => (
            <li key={row}>
              <span class="numeric">
                <span class="muted">{row}.</span> {text.trim() || t('none')}
              </span>
              {problem ? (
                <Status tone="wait">{t(PROBLEM_WORDS[problem])}</Status>
              ) : (
                <span class="muted numeric">{cui !== null && cui !== text.trim() && `→ ${cui}`}</span>
              )}
            </li>
          ))}
        </ul>
      </details>
    </section>
  )
}
