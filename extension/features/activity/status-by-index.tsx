import { useSignal } from '@preact/signals'
import type { ResultOf } from '../../../shared/protocol/methods.ts'
import type { HostClient } from '../../host/client.ts'
import { t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { Status } from '../../ui/status.tsx'
import { ATTEMPT_WORDS } from '../uploads/words.ts'

type Found = ResultOf<'uploads.status'> & { uploadIndex: string }

/** How any filing stands, also one that was made with another program (E-07, E-08). */
export function StatusByIndex({ host }: { host: HostClient }) {
  const text = useSignal('')
  const problem = useSignal<string | undefined>(undefined)
  const busy = useSignal(false)
  const found = useSignal<Found | undefined>(undefined)
  const error = useSignal<unknown>(undefined)

  const ask = async () => {
    if (busy.value) return
    const uploadIndex = text.value.trim()
    found.value = undefined
    error.value = undefined
    problem.value = /^\d{1,20}$/.test(uploadIndex) ? undefined : t('index-shape')
    if (problem.value) return
    busy.value = true
    try {
      found.value = { ...(await host.request('uploads.status', { uploadIndex })), uploadIndex }
    } catch (failure) {
      error.value = failure
    } finally {
      busy.value = false
    }
  }

  return (
    <section class="index" aria-label={t('index-title')}>
      <h2>{t('index-title')}</h2>
      <form
        onSubmit={event => {
          event.preventDefault()
          void ask()
        }}
      >
        <Field label={t('index-label')} hint={t('index-hint')} problem={problem.value}>
          {attributes => (
            <div class="index-line">
              <input
                {...attributes}
                class="input numeric"
                type="text"
                inputMode="numeric"
                autocomplete="off"
                value={text.value}
                onInput={event => {
                  text.value = event.currentTarget.value
                  problem.value = undefined
                }}
              />
              <Button type="submit" disabled={busy.value}>
                {t(busy.value ? 'validating' : 'index-check')}
              </Button>
            </div>
          )}
        </Field>
      </form>
      {found.value && <Answer found={found.value} />}
      {error.value !== undefined && <ErrorNotice error={error.value} />}
    </section>
  )
}

function Answer({ found: { uploadIndex, state, downloadId } }: { found: Found }) {
  const { word, tone } = ATTEMPT_WORDS[state]
  return (
    <p class="filing-state" role="status">
      <span class="numeric">{uploadIndex}</span> <Status tone={tone}>{t(word)}</Status>
      {downloadId && <span class="muted numeric">{t('index-download', { id: downloadId })}</span>}
    </p>
  )
}
