import { useSignal } from '@preact/signals'
import { t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import type { Page } from './page.ts'

/** Shows the archive's folder in the system's file manager; only the host can open it. */
export function ArchiveFolder({ page }: { page: Page }) {
  const error = useSignal<unknown>(undefined)
  const show = async () => {
    error.value = undefined
    try {
      await page.host.request('archive.showFolder', {})
    } catch (problem) {
      error.value = problem
    }
  }
  return (
    <>
      <Button look="link" onClick={() => void show()}>
        {t('archive-folder-show')}
      </Button>
      {error.value !== undefined && <ErrorNotice error={error.value} />}
    </>
  )
}
