import type { Overview } from '../../../shared/protocol/overview.ts'
import { formatDayOf } from '../../locales/format.ts'
import { locale, t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { EndingCertificates } from '../certificates/ending-certificates.tsx'
import { Reminder } from '../connection/reminder.tsx'
import type { Page } from '../page/page.ts'
import { reachesEfactura } from '../page/reach.ts'

type Props = { page: Page; overview: Overview; onUploads: () => void; onDeclarations: () => void }

/**
 * What needs the user in time: a sign-in that ends soon, documents that soon can no longer be downloaded (E-34),
 * uploads in doubt or refused, declarations with errors or overdue.
 */
export function Attention({ page, overview, onUploads, onDeclarations }: Props) {
  const { atRisk, uploads, declarations } = overview
  return (
    <>
      <Reminder page={page} overview={overview} />
      <EndingCertificates certificates={overview.certificates} now={page.now.value} />
      {atRisk.count > 0 && (
        <Notice tone="wait">
          <span class="notice-what">
            {t('at-risk', {
              n: atRisk.count,
              when: atRisk.firstLeavesAt === null ? t('none') : formatDayOf(locale.value, atRisk.firstLeavesAt),
            })}
          </span>
          {reachesEfactura(overview, page.isCertificateChosen.value) && !page.sync.running.value && (
            <Button onClick={() => void page.sync.start()}>{t('sync')}</Button>
          )}
        </Notice>
      )}
      {uploads.unknown + uploads.refused > 0 && (
        <Notice tone={uploads.unknown > 0 ? 'wait' : 'bad'}>
          <span class="attention-line">
            <span class="sentence">
              {[
                ...(uploads.unknown > 0 ? [t('uploads-unknown', { n: uploads.unknown })] : []),
                ...(uploads.refused > 0 ? [t('uploads-refused', { n: uploads.refused })] : []),
              ].join(' · ')}
            </span>
            <Button look="link" onClick={onUploads}>
              {t('show-uploads')}
            </Button>
          </span>
        </Notice>
      )}
      {declarations.refused + declarations.overdue > 0 && (
        <Notice tone={declarations.refused > 0 ? 'bad' : 'wait'}>
          <span class="attention-line">
            <span class="sentence">
              {[
                ...(declarations.refused > 0 ? [t('declarations-refused', { n: declarations.refused })] : []),
                ...(declarations.overdue > 0 ? [t('declarations-overdue', { n: declarations.overdue })] : []),
              ].join(' · ')}
            </span>
            <Button look="link" onClick={onDeclarations}>
              {t('declarations-show')}
            </Button>
          </span>
        </Notice>
      )}
    </>
  )
}
