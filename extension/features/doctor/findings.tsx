import { describeCheck } from '../../../shared/doctor/describe-check.ts'
import { STATE_WORDS } from '../../../shared/doctor/report.ts'
import type { Check, CheckState, Examination } from '../../../shared/protocol/doctor.ts'
import { locale, t } from '../../locales/locale.ts'
import { Notice } from '../../ui/notice.tsx'
import { Status, type Tone } from '../../ui/status.tsx'

const TONES: Readonly<Record<CheckState, Tone>> = { fine: 'good', look: 'wait', broken: 'bad', none: 'idle' }

/** The first thing to do, then one line for each check; irrelevant checks are folded away. */
export function Findings({ examination: { checks, next } }: { examination: Examination }) {
  const unneeded = checks.filter(({ state }) => state === 'none')
  return (
    <>
      {next ? <FirstThing check={next} /> : <Notice tone="good">{t('doctor-nothing')}</Notice>}
      <Lines checks={checks.filter(({ state }) => state !== 'none')} />
      {unneeded.length > 0 && (
        <details class="doctor-unneeded">
          <summary>{t('doctor-unneeded', { n: unneeded.length })}</summary>
          <Lines checks={unneeded} />
        </details>
      )}
    </>
  )
}

function FirstThing({ check }: { check: Check }) {
  const { what, next } = describeCheck(check, locale.value)
  return (
    <Notice tone={TONES[check.state]}>
      <span class="notice-side">{t('doctor-first')}</span>
      <span class="notice-what">{next || what}</span>
      {next && <span>{what}</span>}
    </Notice>
  )
}

function Lines({ checks }: { checks: readonly Check[] }) {
  return (
    <ul class="doctor-lines">
      {checks.map((check, index) => {
        const { what, next } = describeCheck(check, locale.value)
        const isToDo = check.state === 'look' || check.state === 'broken'
        return (
          <li key={index}>
            <Status tone={TONES[check.state]}>{STATE_WORDS[locale.value][check.state]}</Status>
            <span>
              {what} {isToDo && <span class="muted">{next}</span>}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
