import { useSignal } from '@preact/signals'
import { VERSION } from '../../../shared/domain/product.ts'
import type { Examination } from '../../../shared/protocol/doctor.ts'
import type { HostClient } from '../../host/client.ts'
import { t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { CopyReport } from './copy-report.tsx'
import { Findings } from './findings.tsx'
import './doctor.css'

/** The check of this computer by the local program (H-07). */
export function Doctor({ host }: { host: HostClient }) {
  const examination = useSignal<Examination | undefined>(undefined)
  const error = useSignal<unknown>(undefined)
  const isRunning = useSignal(false)
  const run = async () => {
    isRunning.value = true
    error.value = undefined
    try {
      examination.value = await host.request('host.doctor', { extension: VERSION })
    } catch (problem) {
      error.value = problem
    } finally {
      isRunning.value = false
    }
  }
  const found = examination.value
  const action = found ? 'doctor-again' : 'doctor-run'
  return (
    <section>
      <h2>{t('doctor-title')}</h2>
      <p class="muted">{t('doctor-hint')}</p>
      <div class="choices">
        <Button disabled={isRunning.value} onClick={() => void run()}>
          {t(isRunning.value ? 'doctor-running' : action)}
        </Button>
        {found && <CopyReport examination={found} />}
      </div>
      {error.value !== undefined && <ErrorNotice error={error.value} />}
      {found && <Findings examination={found} />}
    </section>
  )
}
