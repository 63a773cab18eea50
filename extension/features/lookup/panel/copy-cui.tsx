import { useSignal } from '@preact/signals'
import { t } from '../../../locales/locale.ts'
import { Button } from '../../../ui/button.tsx'

/** The CUI with a button that copies it. */
export function CopyCui({ cui }: { cui: string }) {
  const outcome = useSignal<'copied' | 'failed' | undefined>(undefined)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(cui)
      outcome.value = 'copied'
    } catch {
      outcome.value = 'failed' // the browser refuses while the panel has no focus; the number stands beside it
    }
  }
  return (
    <span class="copy-cui">
      <span class="muted">{t('cui')}</span> <span class="numeric copy-cui-number">{cui}</span>
      <Button look="link" label={t('lookup-copy-cui', { cui })} onClick={() => void copy()}>
        {t('lookup-copy')}
      </Button>
      <span class="muted" role="status">
        {outcome.value && t(`lookup-${outcome.value === 'copied' ? 'copied' : 'copy-failed'}`)}
      </span>
    </span>
  )
}
