import { t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Page } from '../page/page.ts'
import { ChooseButton } from './choose-button.tsx'

/** A sync waits for the certificate and then continues by itself; only a click asks for it. */
export function CertificateNeeded({ page }: { page: Page }) {
  return (
    <Notice tone="wait">
      <span class="notice-what">{t('certificate-needed')}</span>
      <span>{t('certificate-needed-hint')}</span>
      <div class="choices">
        <ChooseButton />
        <Button onClick={() => void page.sync.stop()}>{t('stop')}</Button>
      </div>
    </Notice>
  )
}
