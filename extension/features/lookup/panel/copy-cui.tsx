import { t } from '../../../locales/locale.ts'
import { Button } from '../../../ui/button.tsx'
import { useCopy } from '../../../ui/copy-button.tsx'

type Props = {
  cui: string
  /** Copies a text; rejects when the browser refuses. By default the extension page's own clipboard. */
  copy?: ((text: string) => Promise<void>) | undefined
}

/** The CUI with a button that copies it. */
export function CopyCui({ cui, copy: write }: Props) {
  const { said, copy } = useCopy(cui, write)
  return (
    <span class="copy-cui">
      <span class="muted">{t('cui')}</span> <span class="numeric copy-cui-number">{cui}</span>
      <Button look="link" label={t('lookup-copy-cui', { cui })} onClick={copy}>
        {t('lookup-copy')}
      </Button>
      <span class="muted" role="status">
        {said}
      </span>
    </span>
  )
}
