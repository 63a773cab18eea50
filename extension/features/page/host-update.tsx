import { VERSION } from '../../../shared/domain/product.ts'
import { openGuide } from '../../browser/open-pages.ts'
import { isOlderThanOurs } from '../../host/version.ts'
import { t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Page } from './page.ts'
import { useHello } from './use-hello.ts'

/** Announces a newer host than this one; draws nothing otherwise. The extension knows its own version and asks nobody. */
export function HostUpdate({ page }: { page: Page }) {
  const hello = useHello(page)
  if (!hello || !isOlderThanOurs(hello.version)) return null
  return (
    <Notice tone="wait">
      <span>{t('host-older', { host: hello.version, extension: VERSION })}</span>
      <Button onClick={() => void openGuide()}>{t('host-older-how')}</Button>
    </Notice>
  )
}
