import { t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import type { Page } from './page.ts'
import { useCall } from './use-call.ts'

/** Shows the archive's folder in the system's file manager; only the host can open it. */
export function ArchiveFolder({ page }: { page: Page }) {
  const { error, run } = useCall()
  return (
    <>
      <Button look="link" onClick={() => void run(() => page.host.request('archive.showFolder', {}))}>
        {t('archive-folder-show')}
      </Button>
      {error !== undefined && <ErrorNotice error={error} />}
    </>
  )
}
