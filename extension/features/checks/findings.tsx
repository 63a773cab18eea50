import { inLanguage } from '../../../shared/documents/findings.ts'
import type { Finding } from '../../../shared/protocol/invoices/checks.ts'
import { locale, t } from '../../locales/locale.ts'
import './checks.css'

/** The authority's findings, rule by rule, under the file's name. */
export function Findings({ file, findings }: { file: string; findings: readonly Finding[] }) {
  return (
    <section class="findings notice tone-bad">
      <h3 class="notice-what">{t('findings-of', { n: findings.length, file })}</h3>
      <ul>
        {findings.map(({ rule, text }, index) => (
          // by index: the list never changes, and a finding can occur twice
          <li key={index}>
            {rule && <code class="finding-rule">{rule}</code>} {inLanguage(text, locale.value)}
          </li>
        ))}
      </ul>
    </section>
  )
}
