import type { Overview } from '../../../shared/protocol/overview.ts'
import { noteLost } from '../../host/calls/choice.ts'
import { t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import type { Page } from '../page/page.ts'
import { ChooseButton } from './choose-button.tsx'
import { Connection } from './efactura.tsx'

/** Whether the certificate for e-Factura is chosen, with the button that chooses it or stops its use. */
export function CertificateChoice({ page, overview }: { page: Page; overview: Overview }) {
  const isChosen = page.isCertificateChosen.value
  return (
    <>
      <p class="portal-row">
        <Connection page={page} overview={overview} />
        {isChosen ? (
          <Button onClick={() => void noteLost()}>{t('certificate-stop')}</Button>
        ) : (
          <ChooseButton look="plain" />
        )}
      </p>
      {isChosen && <p class="muted">{t('certificate-stop-hint')}</p>}
    </>
  )
}
