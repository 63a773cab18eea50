import { useSignal } from '@preact/signals'
import type { ParamsIn } from '../../../shared/protocol/methods.ts'
import type { OfficeState } from '../../../shared/protocol/office.ts'
import { t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import type { Page } from '../page/page.ts'
import { useCall } from '../page/use-call.ts'

type Props = { page: Page; onEntered: (office: OfficeState) => void }
type Way = 'join' | 'create'
const WAYS: readonly Way[] = ['join', 'create']

/** Joins an office with the login of a seat, or creates one in a database. Secrets go to the host and are not kept. */
export function EnterOffice({ page, onEntered }: Props) {
  const way = useSignal<Way>('join')
  const [url, password, seat, ca] = [useSignal(''), useSignal(''), useSignal(''), useSignal('')]
  const [endpoint, region, keyId, keySecret] = [useSignal(''), useSignal(''), useSignal(''), useSignal('')]
  const keepsAll = useSignal(false)
  const isTried = useSignal(false)
  const { isBusy, error, run } = useCall()
  const isNew = way.value === 'create'
  const isStored = endpoint.value.trim() !== ''
  const isMissing = (text: string) => (isTried.value && text.trim() === '' ? t('field-required') : undefined)

  const enter = () => {
    isTried.value = true
    const needed = [url, password, ...(isNew ? [seat] : []), ...(isNew && isStored ? [region, keyId, keySecret] : [])]
    if (needed.some(({ value }) => value.trim() === '')) return
    const objectStore = { accessKeyId: keyId.value.trim(), secretAccessKey: keySecret.value.trim() }
    const access = {
      url: url.value.trim(),
      password: password.value,
      ...(ca.value.trim() ? { ca: ca.value.trim() } : {}),
      ...(objectStore.accessKeyId && objectStore.secretAccessKey ? { objectStore } : {}),
    }
    password.value = ''
    keySecret.value = ''
    isTried.value = false
    void run(async () => {
      if (!isNew) return onEntered(await page.host.request('office.join', access))
      const storage = { endpoint: endpoint.value.trim(), region: region.value.trim(), keepsAll: keepsAll.value }
      const params: ParamsIn<'office.create'> = { ...access, seat: seat.value.trim(), ...(isStored ? { storage } : {}) }
      onEntered(await page.host.request('office.create', params))
    })
  }
  return (
    <form
      noValidate
      aria-busy={isBusy}
      onSubmit={event => {
        event.preventDefault()
        enter()
      }}
    >
      <fieldset class="settings-choices office-choices">
        <legend class="visually-hidden">{t('office-way')}</legend>
        {WAYS.map(one => (
          <label key={one}>
            <input
              type="radio"
              name="office-way"
              checked={way.value === one}
              onChange={() => {
                way.value = one
              }}
            />
            <span>{t(`office-way-${one}`)}</span>
          </label>
        ))}
      </fieldset>
      <TextField
        label={t('office-address')}
        hint={t(isNew ? 'office-address-owner' : 'office-address-seat')}
        problem={isMissing(url.value)}
        text={url}
        placeholder={isNew ? 'postgres://gestiune@server/cabinet' : 'postgres://seat@server/cabinet'}
      />
      <TextField
        label={t('office-password')}
        hint={t('office-password-hint')}
        problem={isMissing(password.value)}
        text={password}
        kind="password"
      />
      {isNew && (
        <TextField label={t('office-seat')} hint={t('office-seat-hint')} problem={isMissing(seat.value)} text={seat} />
      )}
      <details>
        <summary>{t('office-more')}</summary>
        <div class="office-more">
          <Field label={t('office-ca')} hint={t('office-ca-hint')}>
            {attributes => (
              <textarea
                {...attributes}
                class="input"
                rows={3}
                spellcheck={false}
                value={ca.value}
                onInput={event => {
                  ca.value = event.currentTarget.value
                }}
              />
            )}
          </Field>
          {isNew && (
            <>
              <TextField label={t('office-s3')} hint={t('office-s3-hint')} text={endpoint} kind="url" />
              {isStored && (
                <>
                  <TextField label={t('office-s3-region')} problem={isMissing(region.value)} text={region} />
                  <label class="office-flag">
                    <input
                      type="checkbox"
                      checked={keepsAll.value}
                      onChange={event => {
                        keepsAll.value = event.currentTarget.checked
                      }}
                    />
                    <span>{t('office-s3-all')}</span>
                  </label>
                </>
              )}
            </>
          )}
          {(!isNew || isStored) && (
            <>
              <TextField
                label={t('office-s3-key')}
                hint={t('office-s3-key-hint')}
                problem={isNew ? isMissing(keyId.value) : undefined}
                text={keyId}
              />
              <TextField
                label={t('office-s3-secret')}
                problem={isNew ? isMissing(keySecret.value) : undefined}
                text={keySecret}
                kind="password"
              />
            </>
          )}
        </div>
      </details>
      <div>
        <Button type="submit" disabled={isBusy}>
          {t(isBusy ? 'office-entering' : isNew ? 'office-create' : 'office-join')}
        </Button>
      </div>
      {error !== undefined && <ErrorNotice error={error} />}
    </form>
  )
}
