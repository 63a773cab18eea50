import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { VERSION } from '../../../shared/domain/product.ts'
import type { Hello } from '../../../shared/protocol/envelope.ts'
import type { ProfileSummary } from '../../../shared/protocol/profile.ts'
import { chooseLanguage, type LanguageChoice, languageChoice, t } from '../../locales/locale.ts'
import { Field } from '../../ui/field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SessionLine } from '../connection/mailbox-session.tsx'
import { Doctor } from '../doctor/doctor.tsx'
import { NoticeSettings } from '../notices/notice-settings.tsx'
import { HostProblem } from '../page/host-problem.tsx'
import type { Page } from '../page/page.ts'
import { ScheduleSettings } from '../schedule/schedule-settings.tsx'
import { ConnectionSettings } from './connection-settings.tsx'
import { OauthForm } from './oauth-form.tsx'
import './settings.css'

const LANGUAGES: readonly LanguageChoice[] = ['auto', 'ro', 'en']

export function Settings({ page }: { page: Page }) {
  const overview = page.overview.value
  const failed = page.failure.value !== undefined
  return (
    <main class="settings">
      <h1>{t('settings-title')}</h1>
      {failed && <HostProblem page={page} />}
      {overview ? (
        <>
          <OauthForm key={overview.profile.environment} page={page} profile={overview.profile} />
          <ConnectionSettings page={page} auth={overview.auth} />
          <SpvSettings page={page} />
          <ScheduleSettings page={page} />
          <Storage page={page} profile={overview.profile} />
        </>
      ) : (
        !failed && <Skeleton chars={40} />
      )}
      <Doctor host={page.host} />
      <NoticeSettings />
      <Language />
    </main>
  )
}

/** The mailbox's session, with a button that ends it. */
function SpvSettings({ page }: { page: Page }) {
  return (
    <section>
      <h2>{t('spv')}</h2>
      <SessionLine page={page} look="plain" />
    </section>
  )
}

function Storage({ page, profile }: { page: Page; profile: ProfileSummary }) {
  const hello = useSignal<Hello | undefined>(undefined)
  const overview = page.overview.value
  useEffect(() => {
    // If the host does not answer, the page's own failure is shown above.
    page.host.hello().then(
      found => {
        hello.value = found
      },
      () => {
        hello.value = undefined
      },
    )
  }, [page, overview, hello])
  return (
    <section>
      <h2>{t('settings-storage')}</h2>
      <dl class="facts">
        <dt>{t('archive-folder')}</dt>
        <dd>
          <code>{profile.archiveFolder}</code>
        </dd>
        <dt>{t('secrets-kept')}</dt>
        <dd>{t(`kept-${profile.keptIn}`)}</dd>
        <dt>{t('profile-file')}</dt>
        <dd>{profile.file === null ? t('profile-built-in') : <code>{profile.file}</code>}</dd>
        <dt>{t('host-version')}</dt>
        <dd class="numeric">{hello.value?.version ?? t('none')}</dd>
        <dt>{t('extension-version')}</dt>
        <dd class="numeric">{VERSION}</dd>
      </dl>
    </section>
  )
}

function Language() {
  return (
    <section>
      <Field label={t('language')}>
        {attributes => (
          <select
            {...attributes}
            class="input"
            value={languageChoice.value}
            onChange={event => void chooseLanguage(event.currentTarget.value as LanguageChoice)}
          >
            {LANGUAGES.map(choice => (
              <option key={choice} value={choice}>
                {t(`language-${choice}`)}
              </option>
            ))}
          </select>
        )}
      </Field>
    </section>
  )
}
