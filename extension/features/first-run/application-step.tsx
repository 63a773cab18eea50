import type { ProfileSummary } from '../../../shared/protocol/profile.ts'
import { t } from '../../locales/locale.ts'
import type { SignInVisit } from '../certificate-visit/stored-visits.ts'
import { AccessChoice } from '../connection/access-choice.tsx'
import type { Page } from '../page/page.ts'
import { OauthForm } from '../settings/oauth-form.tsx'
import { CopyValue } from './copy-value.tsx'
import { SignInFailure } from './prepare-steps.tsx'

/** Suggested for the portal's form; nothing needs to listen there. */
const REDIRECT_URI = 'https://localhost:8443/callback'
/** Any name will do; people find it again in the portal. */
const APPLICATION = 'Recipisa'

type Props = { page: Page; profile: ProfileSummary; signIn: SignInVisit | undefined; isNext: boolean }

/** The OAuth application: the portal's form field by field, then the portal's values, typed once. */
export function ApplicationStep({ page, profile, signIn, isNext }: Props) {
  const redirectUri = profile.redirectUri ?? REDIRECT_URI
  if (profile.access === 'certificate')
    return (
      <>
        <AccessChoice page={page} profile={profile} />
        <p>{t('guide-application-unneeded')}</p>
      </>
    )
  return (
    <>
      <AccessChoice page={page} profile={profile} />
      <SignInFailure id="application" signIn={signIn} />
      <p>{t('guide-application')}</p>
      <p>{t('guide-application-optional')}</p>
      <ol class="points">
        <li>{t('guide-application-developer')}</li>
        <li>
          {t('guide-application-form')}
          <dl class="facts portal-form">
            <dt>{t('guide-application-name')}</dt>
            <dd>
              <CopyValue name={t('guide-application-name')} value={APPLICATION} />
            </dd>
            <dt>{t('guide-application-callback')}</dt>
            <dd>
              <CopyValue name={t('guide-application-callback')} value={redirectUri} />
            </dd>
            <dt>{t('guide-application-service')}</dt>
            <dd>{t('guide-application-service-value')}</dd>
          </dl>
        </li>
        <li>{t('guide-application-generate')}</li>
      </ol>
      <OauthForm page={page} profile={profile} proposedRedirectUri={redirectUri} isNext={isNext} />
    </>
  )
}
