import type { Finding } from '../../../shared/protocol/checks.ts'
import { t } from '../../locales/locale.ts'
import './checks.css'

/** What the authority found wrong, rule by rule, under the name of the file it belongs to. */
export function Findings({ file, findings }: { file: string; findings: readonly Finding[] }) {
  return (
    <section class="findings notice tone-bad">
      <h3 class="notice-what">{t('findings-of', { n: findings.length, file })}</h3>
      <ul>
        {findings.map(({ rule, text }, index) => (
          // by place: the list never changes, and the same finding may be there twice
          <li key={index}>
            {rule && <code class="finding-rule">{rule}</code>} {text}
          </li>
        ))}
      </ul>
    </section>
  )
}
