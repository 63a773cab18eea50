import browser from 'webextension-polyfill'
import { t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import type { Saved } from './save-document.ts'

/** Shows a saved file in its folder. */
export function ShowInFolder({ saved }: { saved: Saved }) {
  return (
    <Button look="link" onClick={() => void browser.downloads.show(saved.downloadId)}>
      {t('show-in-folder')}
    </Button>
  )
}
