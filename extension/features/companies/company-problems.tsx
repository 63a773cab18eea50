import type { Company } from '../../../shared/protocol/companies.ts'
import { t } from '../../locales/locale.ts'
import { Status } from '../../ui/status.tsx'

/** What of a company needs somebody, in one line; draws nothing where all is as it should be. */
export function CompanyProblems({ company: { refused, failed, rights } }: { company: Company }) {
  const words = [
    ...(refused > 0 ? [t('problem-refused', { n: refused })] : []),
    ...(failed > 0 ? [t('problem-failed', { n: failed })] : []),
    ...(rights === 'denied' ? [t('problem-rights')] : []),
  ]
  if (words.length === 0) return null
  return <Status tone={refused + failed > 0 ? 'bad' : 'wait'}>{words.join(' · ')}</Status>
}
