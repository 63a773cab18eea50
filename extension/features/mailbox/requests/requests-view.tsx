import { type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { requestShape } from '../../../../shared/domain/requests.ts'
import type { ReportRequest, RequestPreset } from '../../../../shared/protocol/requests.ts'
import { t } from '../../../locales/locale.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorNotice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { Page } from '../../page/page.ts'
import type { Choice } from './company-picker.tsx'
import { fieldsFrom, type RequestDraft } from './draft.ts'
import { paramsLabel, requestName } from './labels.ts'
import { RequestForm } from './request-form.tsx'
import { RequestRow } from './request-row.tsx'
import type { Requests } from './requests.ts'
import './requests.css'

/** Requests shown at first, and how many more with each click. */
const AT_FIRST = 20
const MORE = 50
/** Most presets shown; more would be a second list of types. */
const MOST_PRESETS = 6

type Props = {
  page: Page
  requests: Requests
  draft: Signal<RequestDraft>
  choices: readonly Choice[]
  /** CUI of the chosen company; undefined means all companies. */
  cui: string | undefined
  onOpen: (messageId: string) => void
}

/** The form of a new request, and the requests with their states. */
export function RequestsView({ page, requests, draft, choices, cui, onOpen }: Props) {
  const shown = useSignal(AT_FIRST)
  const overview = page.overview.value
  useEffect(() => {
    void requests.reload()
    // after each poll of the host: colleagues and other programs make requests too
  }, [overview, requests])
  const items = requests.items.value?.filter(request => cui === undefined || request.cui === cui)
  const known = requests.items.value?.length ?? 0
  const fill = ({ type, params }: Pick<RequestPreset, 'type' | 'params'>, cuis: ReadonlySet<string>) => {
    const { fields } = draft.value
    draft.value = { type: requestShape(type)?.type, cuis, fields: { ...fields, ...fieldsFrom(params) } }
  }
  const again = (request: ReportRequest) => fill(request, new Set([request.cui]))
  const showMore = () => {
    shown.value += MORE
    // One company may have fewer loaded requests than are shown.
    if (shown.value > (items?.length ?? 0) && requests.total.value > known) void requests.more()
  }
  return (
    <div class="requests">
      <section class="requests-new">
        <h2>{t('request-title')}</h2>
        <Presets presets={requests.presets.value} onChoose={preset => fill(preset, draft.value.cuis)} />
        <RequestForm
          draft={draft.value}
          requests={requests}
          choices={choices}
          onChange={next => {
            draft.value = next
          }}
        />
      </section>
      <section class="requests-made" aria-label={t('requests')}>
        <h2>{t('requests')}</h2>
        {requests.error.value !== undefined && (
          <ErrorNotice error={requests.error.value} action={{ label: t('retry'), run: () => void requests.load() }} />
        )}
        {!items && requests.error.value === undefined && <Skeleton chars={32} />}
        {items?.length === 0 && requests.total.value <= known && <p class="muted">{t('requests-none')}</p>}
        <ul class="request-list">
          {items?.slice(0, shown.value).map(request => (
            <RequestRow
              key={request.id}
              request={request}
              page={page}
              requests={requests}
              onOpen={onOpen}
              onAgain={again}
            />
          ))}
        </ul>
        {((items?.length ?? 0) > shown.value || requests.total.value > known) && (
          <Button onClick={showMore}>{t('show-more')}</Button>
        )}
      </section>
    </div>
  )
}

type PresetsProps = { presets: readonly RequestPreset[]; onChoose: (preset: RequestPreset) => void }

/** Favourites and recent requests; a click fills the form. */
function Presets({ presets, onChoose }: PresetsProps) {
  if (presets.length === 0) return null
  return (
    <fieldset class="filters request-presets">
      <legend class="visually-hidden">{t('request-presets')}</legend>
      {presets.slice(0, MOST_PRESETS).map(preset => {
        const words = paramsLabel(preset.params)
        return (
          <button
            key={`${preset.type} ${words} ${preset.favourite}`}
            type="button"
            class="filter"
            onClick={() => onChoose(preset)}
          >
            {preset.favourite && <span aria-hidden="true">★ </span>}
            {requestName(preset.type)}
            {words && ` · ${words}`}
          </button>
        )
      })}
    </fieldset>
  )
}
