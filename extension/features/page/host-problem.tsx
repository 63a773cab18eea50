import { t } from '../../locales/locale.ts'
import { ErrorNotice } from '../../ui/notice.tsx'
import type { Page } from './page.ts'

/** Shows that the host did not answer; draws nothing when it did. */
export function HostProblem({ page }: { page: Page }) {
  const error = page.failure.value
  if (error === undefined) return null
  return <ErrorNotice error={error} action={{ label: t('retry'), run: () => void page.refresh() }} />
}
