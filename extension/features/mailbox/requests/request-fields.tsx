import { INCOME_REASONS, type RequestField, type RequestShape } from '../../../../shared/domain/requests.ts'
import { RecipisaError } from '../../../../shared/errors/recipisa-error.ts'
import { describeFailure } from '../../../host/describe-failure.ts'
import { locale, t } from '../../../locales/locale.ts'
import type { Key } from '../../../locales/translate.ts'
import { localeTag } from '../../../locales/translate.ts'
import { Field } from '../../../ui/fields/field.tsx'
import { type Fields, fieldsOf, fittingFields } from './draft.ts'
import { requestName } from './labels.ts'

const LABELS = {
  year: 'request-year',
  month: 'request-month',
  from: 'request-from',
  to: 'request-to',
  reason: 'request-reason',
  registration: 'request-registration',
  branch: 'request-branch',
} as const satisfies Record<RequestField, Key>
const MONTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]

type Props = {
  shape: RequestShape
  fields: Fields
  /** The problem to show; none for an untouched field. */
  problems: ReadonlyMap<string, RecipisaError>
  onChange: (field: RequestField, text: string) => void
}

/** The fields of the chosen type. */
export function RequestFields({ shape, fields, problems, onChange }: Props) {
  const taken = fieldsOf(shape)
  if (taken.length === 0) return null
  const shown = fittingFields(shape, fields)
  return (
    <div class="request-fields">
      {taken.map(field => (
        <Field
          key={field}
          label={t(LABELS[field])}
          hint={field === 'branch' ? t('request-branch-hint') : undefined}
          problem={problemLabel(problems.get(field))}
        >
          {attributes => (
            <Control
              {...attributes}
              field={field}
              shape={shape}
              value={shown[field] ?? ''}
              onChange={text => onChange(field, text)}
            />
          )}
        </Field>
      ))}
    </div>
  )
}

type ControlProps = {
  id: string
  'aria-describedby': string
  'aria-invalid': boolean
  field: RequestField
  shape: RequestShape
  value: string
  onChange: (text: string) => void
}

function Control({ field, shape, value, onChange, ...attributes }: ControlProps) {
  const options = optionsOf(field, shape)
  if (options) {
    return (
      <select {...attributes} class="input" value={value} onChange={event => onChange(event.currentTarget.value)}>
        {value === '' && <option value="">{t(field === 'reason' ? 'request-reason-choose' : 'none')}</option>}
        {options.map(([option, words]) => (
          <option key={option} value={option}>
            {words}
          </option>
        ))}
      </select>
    )
  }
  return (
    <input
      {...attributes}
      class="input numeric"
      type="text"
      inputMode={field === 'registration' ? 'text' : 'numeric'}
      autocomplete="off"
      spellcheck={false}
      maxLength={200}
      value={value}
      onInput={event => onChange(event.currentTarget.value)}
    />
  )
}

/** The options of a field; undefined for a text field. Reasons stay as the service spells them. */
function optionsOf(field: RequestField, { months }: RequestShape): [string, string][] | undefined {
  if (field === 'reason') return INCOME_REASONS.map(reason => [reason, reason])
  if (field === 'month' && months) return months.map(month => [String(month), halfYear(month)])
  if (field !== 'month' && field !== 'from' && field !== 'to') return undefined
  const name = new Intl.DateTimeFormat(localeTag(locale.value), { month: 'long', timeZone: 'UTC' })
  return MONTHS.map(month => [
    String(month),
    `${String(month).padStart(2, '0')} · ${name.format(Date.UTC(2026, month - 1))}`,
  ])
}

const halfYear = (month: number) => t(month === 6 ? 'request-half-1' : 'request-half-2')

function problemLabel(problem: RecipisaError | undefined): string | undefined {
  if (!problem) return undefined
  const { type } = problem.params
  const params = typeof type === 'string' ? { ...problem.params, type: requestName(type) } : problem.params
  return describeFailure(new RecipisaError(problem.reason, params), locale.value).what
}
