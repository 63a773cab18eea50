import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice, Notice } from '../../ui/notice.tsx'
import { Frame } from '../certificate-visit/visit-page.tsx'
import type { Page } from '../page/page.ts'
import { visitForCertificate } from './visit.ts'

/**
 * The tab in which the browser asks for the certificate: only a page can, and the background's calls then have the same
 * choice for the rest of the browser's session. It may be closed afterwards; as a step of the single sign-in it passes its
 * tab to the next one.
 */
export function ChoosePage({ page }: { page: Page }) {
  const error = useSignal<unknown>(undefined)
  const isAsking = useSignal(true)
  const ask = async () => {
    error.value = undefined
    isAsking.value = true
    try {
      await visitForCertificate(page.host)
      await page.changed()
    } catch (problem) {
      error.value = problem
    } finally {
      isAsking.value = false
    }
  }
  useEffect(() => void ask(), [])
  if (isAsking.value)
    return (
      <Frame title={t('certificate-choosing')}>
        <p>{t('certificate-choosing-hint')}</p>
      </Frame>
    )
  if (error.value !== undefined)
    return (
      <Frame title={t('certificate-not-chosen')}>
        <ErrorNotice error={error.value} />
        <Button look="primary" onClick={() => void ask()}>
          {t('certificate-choose-again')}
        </Button>
      </Frame>
    )
  return (
    <Frame title={t('certificate-chosen')}>
      <Notice tone="good">{t('certificate-chosen-hint')}</Notice>
      <p class="muted">{t('certificate-page-done')}</p>
    </Frame>
  )
}
