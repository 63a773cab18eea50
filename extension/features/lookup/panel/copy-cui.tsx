import { useSignal } from '@preact/signals'
import { t } from '../../../locales/locale.ts'
import { Button } from '../../../ui/button.tsx'

type Props = {
  cui: string
  /** Copies a text; rejects when the browser refuses. By default the extension page's own clipboard. */
  copy?: ((text: string) => Promise<void>) | undefined
}

const toClipboard = (text: string) => navigator.clipboard.writeText(text)

/** The CUI with a button that copies it. */
export function CopyCui({ cui, copy = toClipboard }: Props) {
  const outcome = useSignal<'copied' | 'failed' | undefined>(undefined)
  const press = async () => {
    try {
      await copy(cui)
      outcome.value = 'copied'
    } catch {
      outcome.value = 'failed' // the browser refuses while the panel has no focus
    }
  }
  return (
    <span class="copy-cui">
      <span class="muted">{t('cui')}</span> <span class="numeric copy-cui-number">{cui}</span>
      <Button look="link" label={t('lookup-copy-cui', { cui })} onClick={() => void press()}>
        {t('lookup-copy')}
      </Button>
      <span class="muted" role="status">
        {outcome.value && t(`lookup-${outcome.value === 'copied' ? 'copied' : 'copy-failed'}`)}
      </span>
    </span>
  )
}
