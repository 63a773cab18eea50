import type { HostClient } from '../../../host/client.ts'
import { t } from '../../../locales/locale.ts'
import { Button } from '../../../ui/button.tsx'
import { useSaving } from '../../documents/use-saving.tsx'

/** Saves a batch's table into Downloads: the rows of the list with what the registers said, in the list's order. */
export function Export({ host, id, look }: { host: HostClient; id: number; look: 'primary' | 'plain' }) {
  const { busy, save, outcome } = useSaving(host)
  const table = { area: 'batches', id: String(id) } as const
  return (
    <>
      <Button look={look} disabled={busy} onClick={() => save({ ...table, as: 'xlsx' })}>
        {t('batch-save-xlsx')}
      </Button>
      <Button disabled={busy} onClick={() => save({ ...table, as: 'csv' })}>
        {t('batch-save-csv')}
      </Button>
      {outcome}
    </>
  )
}
