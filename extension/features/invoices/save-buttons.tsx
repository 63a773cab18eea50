import type { HostClient } from '../../host/client.ts'
import { t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { useSaving } from '../documents/use-saving.tsx'

/** Buttons that save the signed original, the invoice, the signature. The PDF is not an original: features/checks has it. */
export function SaveButtons({ host, id, hasXml }: { host: HostClient; id: string; hasXml: boolean }) {
  const { busy, save, outcome } = useSaving(host)
  const forms = hasXml ? (['zip', 'xml', 'signature'] as const) : (['zip', 'signature'] as const)
  return (
    <div class="save">
      <div class="save-buttons">
        {forms.map(as => (
          <Button
            key={as}
            look={as === 'zip' ? 'primary' : 'plain'}
            disabled={busy}
            title={t(`save-${as}-title`)}
            onClick={() => save({ area: 'invoices', id, as })}
          >
            {t(`save-${as}`)}
          </Button>
        ))}
      </div>
      {outcome}
    </div>
  )
}
