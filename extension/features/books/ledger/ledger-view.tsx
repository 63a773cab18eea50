import { useEffect, useRef } from 'preact/hooks'
import type { Company } from '../../../../shared/protocol/companies.ts'
import type { HostClient } from '../../../host/client.ts'
import { t } from '../../../locales/locale.ts'
import { Button } from '../../../ui/button.tsx'
import { ChooseFiles } from '../../../ui/choose-files.tsx'
import { DetailHead } from '../../../ui/detail-head.tsx'
import { ErrorNotice, Notice } from '../../../ui/notice.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { AgreementView } from './agreement-view.tsx'
import type { Ledger } from './ledger.ts'
import { LedgerQuestion } from './ledger-question.tsx'
import '../books.css'

/** File types of a ledger. */
const ACCEPTED =
  '.csv,.txt,.tsv,.xlsx,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

type Props = {
  host: HostClient
  ledger: Ledger
  companies: readonly Company[]
  /** Opens an invoice of the result. */
  onOpen: (id: string) => void
  onClose: () => void
}

/** From a file of the accounting program to its differences (W-04). Files can be dropped on it, too. */
export function LedgerView({ host, ledger, companies, onOpen, onClose }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const phase = ledger.phase.value
  const take = ([file]: readonly File[]) => {
    if (file) void ledger.readFile(file)
  }
  return (
    <article
      class="ledger"
      aria-label={t('ledger-title')}
      onDragOver={event => event.preventDefault()}
      onDrop={event => {
        const files = [...(event.dataTransfer?.files ?? [])]
        if (files.length === 0) return
        event.preventDefault()
        event.stopPropagation() // the panel would take it for an invoice to upload
        take(files)
      }}
    >
      <DetailHead heading={heading} title={t('ledger-title')} onBack={onClose} />
      {phase.is === 'empty' && <p class="muted">{t('ledger-hint')}</p>}
      {phase.is === 'reading' && <p role="status">{t('ledger-reading', { fileName: phase.fileName })}</p>}
      {phase.is === 'too-large' && <Notice tone="bad">{t('ledger-too-large', { fileName: phase.fileName })}</Notice>}
      {phase.is === 'unreadable' && <ErrorNotice error={phase.error} />}
      {(phase.is === 'read' || phase.is === 'compared') && (
        <LedgerQuestion
          ledger={ledger}
          inspection={phase.inspection}
          companies={companies}
          isAnswered={phase.is === 'compared'}
        />
      )}
      {phase.is === 'read' && phase.error !== undefined && <ErrorNotice error={phase.error} />}
      {phase.is === 'comparing' && (
        <>
          <ProgressBar
            label={t('ledger-comparing', { done: phase.done, total: phase.total })}
            done={phase.done}
            total={phase.total}
          />
          <div class="choices">
            <Button onClick={ledger.stop}>{t('stop')}</Button>
          </div>
        </>
      )}
      {phase.is === 'compared' && (
        <AgreementView host={host} ledger={ledger} companies={companies} agreement={phase.agreement} onOpen={onOpen} />
      )}
      {phase.is !== 'reading' && phase.is !== 'comparing' && (
        <div class="choices">
          <ChooseFiles
            label={t(phase.is === 'empty' ? 'ledger-choose' : 'ledger-other')}
            accept={ACCEPTED}
            look={phase.is === 'empty' ? 'primary' : 'link'}
            many={false}
            onFiles={take}
          />
        </div>
      )}
    </article>
  )
}
