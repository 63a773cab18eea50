import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Environment } from '../../../shared/domain/values.ts'
import type { ProfileSummary } from '../../../shared/protocol/profile.ts'
import { t } from '../../locales/locale.ts'
import type { Key } from '../../locales/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { ErrorNotice, Notice } from '../../ui/notice.tsx'
import { forgetFailedSignIn } from '../certificate-visit/stored-visits.ts'
import type { Page } from '../page/page.ts'
import { redirectProblem } from './redirect-problem.ts'

type Problems = Partial<Record<'clientId' | 'clientSecret' | 'redirectUri', Key>>

type Props = {
  page: Page
  profile: ProfileSummary
  /** Initial values while none is saved. */
  proposedRedirectUri?: string
  /** Whether saving is the page's main purpose now. */
  isNext?: boolean
}

/** The OAuth application's data. The secret goes to the host and is dropped here after that. */
export function OauthForm({ page, profile, proposedRedirectUri = '', isNext = true }: Props) {
  const clientId = useSignal(profile.clientId ?? '')
  const clientSecret = useSignal('')
  const redirectUri = useSignal(profile.redirectUri ?? proposedRedirectUri)
  const environment = useSignal<Environment>(profile.environment)
  const problems = useSignal<Problems>({})
  const saved = useSignal(false)
  const error = useSignal<unknown>(undefined)

  // It may be changed elsewhere. The form stays: what was typed in it, and what became of it.
  useEffect(() => {
    environment.value = profile.environment
  }, [profile.environment])

  /** Whether the stored secret belongs to another application than the typed one: the host would not use it. */
  const isOther = () => profile.clientId !== null && clientId.value.trim() !== profile.clientId

  const save = async () => {
    saved.value = false
    error.value = undefined
    const secret = clientSecret.value.trim()
    const redirect = redirectProblem(redirectUri.value)
    problems.value = {
      ...(clientId.value.trim() ? {} : { clientId: 'field-required' }),
      ...(secret || (profile.hasClientSecret && !isOther())
        ? {}
        : { clientSecret: profile.hasClientSecret ? 'client-secret-other' : 'field-required' }),
      ...(redirect ? { redirectUri: redirect } : {}),
    }
    if (Object.keys(problems.value).length > 0) return
    try {
      await page.host.request('profile.configure', {
        environment: environment.value,
        clientId: clientId.value.trim(),
        redirectUri: redirectUri.value.trim(),
        ...(secret ? { clientSecret: secret } : {}),
      })
      clientSecret.value = ''
      saved.value = true
      // Only the next sign-in shows whether the saved values are right.
      await forgetFailedSignIn()
      await page.changed()
    } catch (problem) {
      error.value = problem
    }
  }

  const problem = (field: keyof Problems) => {
    const key = problems.value[field]
    return key && t(key)
  }
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void save()
      }}
    >
      <TextField label={t('client-id')} problem={problem('clientId')} text={clientId} />
      <TextField
        label={t('client-secret')}
        hint={t('client-secret-hint')}
        problem={problem('clientSecret')}
        text={clientSecret}
        kind="password"
        placeholder={profile.hasClientSecret && !isOther() ? t('client-secret-kept') : ''}
      />
      <TextField
        label={t('redirect-uri')}
        hint={t('redirect-uri-hint')}
        problem={problem('redirectUri')}
        text={redirectUri}
        kind="url"
        placeholder="https://localhost:8443/callback"
      />
      <Field label={t('environment')}>
        {attributes => (
          <select
            {...attributes}
            class="input"
            value={environment.value}
            onChange={event => {
              environment.value = event.currentTarget.value === 'test' ? 'test' : 'prod'
            }}
          >
            <option value="prod">{t('prod-long')}</option>
            <option value="test">{t('test-long')}</option>
          </select>
        )}
      </Field>
      <div>
        <Button type="submit" look={isNext ? 'primary' : 'plain'}>
          {t('save-settings')}
        </Button>
      </div>
      {saved.value && <Notice tone="good">{t('settings-saved')}</Notice>}
      {error.value !== undefined && <ErrorNotice error={error.value} />}
    </form>
  )
}
