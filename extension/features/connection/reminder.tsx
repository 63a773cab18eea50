import type { AuthStatus } from '../../../shared/protocol/auth.ts'
import type { Overview } from '../../../shared/protocol/overview.ts'
import { daysUntil } from '../../locales/format.ts'
import { t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice, Notice } from '../../ui/notice.tsx'
import type { Page } from '../page/page.ts'
import { useCall } from '../page/use-call.ts'
import { EfacturaButton } from './sign-in-button.tsx'

/** How many days before the refresh token (365 days) ends to start asking for the certificate. */
export const SIGN_IN_SOON = 14
/** Days left of the access token (90 days) that mean a failed renewal: the host renews it a week ahead. */
const RENEWAL_OVERDUE = 3

type Ending = { ends: 'sign-in' | 'token'; days: number }

/** The part of the sign-in that ends soon although it still works; undefined when there is time. */
export function reminderOf(auth: AuthStatus, now: number): Ending | undefined {
  if (auth.state !== 'connected') return undefined
  const left = (moment: number | null) => (moment === null ? Number.POSITIVE_INFINITY : daysUntil(moment, now))
  const [refresh, access] = [left(auth.refreshExpiresAt), left(auth.accessExpiresAt)]
  if (refresh <= SIGN_IN_SOON) return { ends: 'sign-in', days: refresh }
  return access <= RENEWAL_OVERDUE ? { ends: 'token', days: access } : undefined
}

/**
 * Warns that the sign-in, or an access token that the host could not renew, ends soon; with the button that helps. Unused
 * tokens get no warning.
 */
export function Reminder({ page, overview }: { page: Page; overview: Overview }) {
  const reminder = reminderOf(overview.auth, page.now.value)
  if (!reminder || overview.profile.access === 'certificate') return null
  return (
    <Notice tone="wait">
      <span class="notice-what">{wordsOf(reminder)}</span>
      {reminder.ends === 'sign-in' ? <EfacturaButton again look="plain" /> : <Renew page={page} />}
    </Notice>
  )
}

function wordsOf({ ends, days }: Ending): string {
  if (ends === 'sign-in') return days === 0 ? t('sign-in-ends-today') : t('sign-in-ends', { n: days })
  return days === 0 ? t('authorization-ends-today') : t('authorization-ends', { n: days })
}

function Renew({ page }: { page: Page }) {
  const { isBusy, error, run } = useCall()
  const renew = () =>
    run(async () => {
      await page.host.request('auth.refresh', {})
      await page.changed()
    })
  return (
    <>
      <Button disabled={isBusy} onClick={() => void renew()}>
        {t('renew')}
      </Button>
      {error !== undefined && <ErrorNotice error={error} />}
    </>
  )
}
