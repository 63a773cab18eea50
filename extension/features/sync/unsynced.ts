import type { ErrorBody } from '../../../shared/errors/error-body.ts'
import type { Job } from '../../../shared/protocol/jobs.ts'
import { describeBody } from '../../host/describe-failure.ts'
import { locale, t } from '../../locales/locale.ts'

/** Why these jobs did not sync companies; those without rights are counted separately. */
export function unsynced(...jobs: readonly (Job | null)[]): ErrorBody[] {
  return jobs
    .flatMap(job => job?.result?.companies ?? [])
    .flatMap(({ error }) => (error && error.code !== 'no-rights' ? [error] : []))
}

/** The number of companies not synced, and the reason if all share it. Needs at least one. */
export function unsyncedWords(errors: readonly ErrorBody[]): string {
  const reasons = new Set(errors.map(error => describeBody(error, locale.value).what))
  const [only] = reasons
  const count = t('companies-unsynced', { n: errors.length })
  return reasons.size === 1 && only !== undefined ? `${count}: ${only}` : count
}
