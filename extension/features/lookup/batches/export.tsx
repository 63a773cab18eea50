import type { BatchFilter } from '../../../../shared/protocol/registers/batches.ts'
import type { HostClient } from '../../../host/client.ts'
import { t } from '../../../locales/locale.ts'
import { Button } from '../../../ui/button.tsx'
import { useSaving } from '../../documents/use-saving.tsx'

type Props = { host: HostClient; id: number; only: BatchFilter; look: 'primary' | 'plain' }

/** Saves a batch's table to Downloads: the rows that are shown, in the list's order, with the registers' answers. */
export function Export({ host, id, only, look }: Props) {
  const { busy, save, outcome } = useSaving(host)
  const table = { area: 'batches', id: String(id), ...(only === 'all' ? {} : { only }) } as const
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
