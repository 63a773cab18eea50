import { useSignal } from '@preact/signals'
import {
  REQUEST_GROUPS,
  REQUEST_TYPES,
  type RequestShape,
  type RequestType,
  requestShape,
} from '../../../../shared/domain/requests.ts'
import { failureBody } from '../../../host/failure.ts'
import { t } from '../../../locales/locale.ts'
import { isPerson } from '../../../locales/owner-name.ts'
import { Button } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { ErrorNotice } from '../../../ui/notice.tsx'
import { type Choice, CompanyPicker } from './company-picker.tsx'
import { fittingFields, lastingParams, paramsOf, problemsByField, type RequestDraft, sameParams } from './draft.ts'
import { RequestFields } from './request-fields.tsx'
import type { Requests } from './requests.ts'

type Props = {
  draft: RequestDraft
  onChange: (draft: RequestDraft) => void
  requests: Requests
  choices: readonly Choice[]
}

/** The form of a request: document, companies, and the fields that the document needs. */
export function RequestForm({ draft, onChange, requests, choices }: Props) {
  const busy = useSignal(false)
  /** Problems are shown after the first try to send. */
  const tried = useSignal(false)
  const asking = useSignal(false)
  const error = useSignal<unknown>(undefined)
  const shape = draft.type && requestShape(draft.type)
  const params = shape ? paramsOf(shape, draft.fields) : {}
  const problems = shape ? problemsByField(shape, params) : new Map()
  const known = new Set(choices.map(({ cui }) => cui))
  const cuis = [...draft.cuis].filter(cui => known.has(cui))

  const change = (next: RequestDraft) => {
    asking.value = false
    error.value = undefined
    onChange(next)
  }
  const send = async (again: boolean) => {
    if (busy.value || !shape) return
    tried.value = true
    asking.value = false
    error.value = undefined
    if (problems.size > 0 || cuis.length === 0) return
    busy.value = true
    try {
      await requests.send({ type: shape.type, cuis, params, again })
      tried.value = false
    } catch (problem) {
      // An identical request is still open; sending it twice needs a confirmation (again).
      if (failureBody(problem).details.reason === 'request-open' && !again) asking.value = true
      error.value = problem
    } finally {
      busy.value = false
    }
  }

  return (
    <form
      class="request-form"
      aria-label={t('request-title')}
      onSubmit={event => {
        event.preventDefault()
        void send(false)
      }}
    >
      <Field label={t('request-type')} hint={shape ? t(`rq-what-${shape.type}`) : undefined}>
        {attributes => (
          <div class="request-type-line">
            <TypeChoice attributes={attributes} type={draft.type} onChoose={type => change({ ...draft, type })} />
            {shape && <Favourite requests={requests} type={shape.type} params={lastingParams(params)} />}
          </div>
        )}
      </Field>
      {shape && (
        <RequestFields
          shape={shape}
          fields={draft.fields}
          problems={tried.value ? problems : new Map()}
          onChange={(field, text) =>
            change({ ...draft, fields: { ...fittingFields(shape, draft.fields), [field]: text } })
          }
        />
      )}
      <CompanyPicker
        choices={shape ? byFit(choices, shape) : choices}
        chosen={new Set(cuis)}
        problem={tried.value && cuis.length === 0 ? t('request-companies-none') : undefined}
        onChange={chosen => change({ ...draft, cuis: chosen })}
      />
      {error.value !== undefined && <ErrorNotice error={error.value} />}
      {asking.value ? (
        <Confirm
          label={t('request-again')}
          question={t('request-again-ask')}
          yes={t('request-again-yes')}
          onYes={() => void send(true)}
          onNo={() => {
            asking.value = false
            error.value = undefined
          }}
        />
      ) : (
        <div>
          <Button type="submit" look="primary" disabled={busy.value || !shape}>
            {busy.value ? t('request-sending') : t('request-send', { n: Math.max(1, cuis.length) })}
          </Button>
        </div>
      )}
    </form>
  )
}

/** Lists first those the document is mostly about, persons or companies; the service itself decides (S-06). */
function byFit(choices: readonly Choice[], { about }: RequestShape): Choice[] {
  const [persons, companies] = [choices.filter(({ cui }) => isPerson(cui)), choices.filter(({ cui }) => !isPerson(cui))]
  return about === 'person' ? [...persons, ...companies] : [...companies, ...persons]
}

type TypeProps = {
  attributes: object
  type: RequestType | undefined
  onChoose: (type: RequestType | undefined) => void
}

/** All types by group, with the names that people use. */
function TypeChoice({ attributes, type, onChoose }: TypeProps) {
  return (
    <select
      {...attributes}
      class="input"
      value={type ?? ''}
      onChange={event => onChoose(requestShape(event.currentTarget.value)?.type)}
    >
      <option value="">{t('request-type-choose')}</option>
      {REQUEST_GROUPS.map(group => (
        <optgroup key={group} label={t(`request-group-${group}`)}>
          {REQUEST_TYPES.filter(shape => shape.group === group).map(shape => (
            <option key={shape.type} value={shape.type}>
              {t(`rq-${shape.type}`)}
            </option>
          ))}
        </optgroup>
      ))}
    </select>
  )
}

type FavouriteProps = { requests: Requests; type: RequestType; params: ReturnType<typeof lastingParams> }

/** Adds the request to the presets, without the month, which differs next time. */
function Favourite({ requests, type, params }: FavouriteProps) {
  const error = useSignal<unknown>(undefined)
  const isOne = requests.presets.value.some(
    preset => preset.favourite && preset.type === type && sameParams(preset.params, params),
  )
  const label = t(isOne ? 'request-unfavourite' : 'request-favourite')
  const turn = async () => {
    try {
      await requests.setFavourite({ type, params, favourite: !isOne })
      error.value = undefined
    } catch (problem) {
      error.value = problem
    }
  }
  return (
    <>
      <button
        type="button"
        class="button icon request-favourite"
        aria-label={label}
        aria-pressed={isOne}
        title={label}
        onClick={() => void turn()}
      >
        {isOne ? '★' : '☆'}
      </button>
      {error.value !== undefined && <ErrorNotice error={error.value} />}
    </>
  )
}
