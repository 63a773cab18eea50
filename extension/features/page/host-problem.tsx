import type { Reason } from '../../../shared/errors/reasons.ts'
import { openGuide } from '../../browser/open-pages.ts'
import { describeFailure } from '../../host/describe-failure.ts'
import { locale, t } from '../../locales/locale.ts'
import { FailureNotice } from '../../ui/notice.tsx'
import type { Page } from './page.ts'

const OF_INSTALLATION: readonly (Reason | undefined)[] = [
  'host-missing',
  'host-refused',
  'host-not-startable',
  'host-ends',
  'version-host-old',
]

/** Whether installing or updating the host fixes a failure; the guide shows how. */
export const isMendedByInstalling = (reason: Reason | undefined): boolean => OF_INSTALLATION.includes(reason)

/** Shows that the host did not answer; draws nothing when it did. */
export function HostProblem({ page }: { page: Page }) {
  const error = page.failure.value
  if (error === undefined) return null
  const failure = describeFailure(error, locale.value)
  const action = isMendedByInstalling(failure.reason)
    ? { label: t('open-guide'), run: () => void openGuide() }
    : { label: t('retry'), run: () => void page.refresh() }
  return <FailureNotice failure={failure} action={action} />
}
