import { useSignal } from '@preact/signals'
import { doctorReport } from '../../../shared/doctor/report.ts'
import { VERSION } from '../../../shared/domain/product.ts'
import type { Examination } from '../../../shared/protocol/doctor.ts'
import { locale, t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'

/** Copies the examination as text, for a helper. */
export function CopyReport({ examination }: { examination: Examination }) {
  const outcome = useSignal<'copied' | 'copy-failed' | undefined>(undefined)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(`${doctorReport(examination, locale.value)}\n${browserLine()}\n`)
      outcome.value = 'copied'
    } catch {
      outcome.value = 'copy-failed' // the browser refuses while the page has no focus
    }
  }
  return (
    <>
      <Button onClick={() => void copy()}>{t('doctor-copy')}</Button>
      <span class="muted doctor-copied" role="status">
        {outcome.value && t(`doctor-${outcome.value}`)}
      </span>
    </>
  )
}

const browserLine = (): string => `Recipisa ${VERSION}, ${navigator.userAgent}`
