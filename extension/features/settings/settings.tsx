import { VERSION } from '../../../shared/domain/product.ts'
import type { ProfileSummary } from '../../../shared/protocol/profile.ts'
import { openGuide } from '../../browser/open-pages.ts'
import type { LanguageChoice } from '../../locales/language.ts'
import { chooseLanguage, languageChoice, t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CertificateSettings } from '../certificates/certificate-settings.tsx'
import { AccessChoice } from '../connection/access-choice.tsx'
import { CertificateChoice } from '../connection/certificate-choice.tsx'
import { SessionLine } from '../connection/mailbox-session.tsx'
import { Doctor } from '../doctor/doctor.tsx'
import { NoticeSettings } from '../notices/notice-settings.tsx'
import { OfficeSettings } from '../office/office-settings.tsx'
import { ArchiveFolder } from '../page/archive-folder.tsx'
import { HostProblem } from '../page/host-problem.tsx'
import { HostUpdate } from '../page/host-update.tsx'
import type { Page } from '../page/page.ts'
import { useHello } from '../page/use-hello.ts'
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
      <header class="settings-head">
        <h1>{t('settings-title')}</h1>
        <Button look="link" onClick={() => void openGuide()}>
          {t('guide-title')}
        </Button>
      </header>
      <HostUpdate page={page} />
      {failed && <HostProblem page={page} />}
      {overview ? (
        <>
          <section>
            <h2>{t('efactura')}</h2>
            <AccessChoice page={page} profile={overview.profile} />
            {overview.profile.access === 'certificate' && <CertificateChoice page={page} overview={overview} />}
          </section>
          {overview.profile.access === 'oauth' && (
            <>
              <section>
                <h2>{t('settings-oauth')}</h2>
                <p class="muted">{t('settings-oauth-hint')}</p>
                <OauthForm page={page} profile={overview.profile} />
              </section>
              <ConnectionSettings page={page} overview={overview} />
            </>
          )}
          <SpvSettings page={page} />
          <CertificateSettings page={page} />
          <ScheduleSettings page={page} />
          <OfficeSettings page={page} />
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
  const hello = useHello(page)
  return (
    <section>
      <h2>{t('settings-storage')}</h2>
      <dl class="facts">
        <dt>{t('archive-folder')}</dt>
        <dd>
          <code>{profile.archiveFolder}</code> <ArchiveFolder page={page} />
        </dd>
        <dt>{t('secrets-kept')}</dt>
        <dd>{t(`kept-${profile.keptIn}`)}</dd>
        <dt>{t('profile-file')}</dt>
        <dd>{profile.file === null ? t('profile-built-in') : <code>{profile.file}</code>}</dd>
        <dt>{t('host-version')}</dt>
        <dd class="numeric">{hello?.version ?? t('none')}</dd>
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
