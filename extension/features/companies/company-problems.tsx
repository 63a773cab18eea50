import type { Company } from '../../../shared/protocol/companies.ts'
import { t } from '../../locales/locale.ts'
import { Status } from '../../ui/status.tsx'

/** A company's open problems, in one line; draws nothing without any. */
export function CompanyProblems({ company: { refused, failed, rights } }: { company: Company }) {
  const words = [
    ...(refused > 0 ? [t('problem-refused', { n: refused })] : []),
    ...(failed > 0 ? [t('problem-failed', { n: failed })] : []),
    ...(rights === 'denied' ? [t('problem-rights')] : []),
  ]
  if (words.length === 0) return null
  return <Status tone={refused + failed > 0 ? 'bad' : 'wait'}>{words.join(' · ')}</Status>
}
