import { t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { useCopy } from '../../ui/copy-button.tsx'

/** A value to type elsewhere, with a button that copies it. `name` is used in the button's accessible name. */
export function CopyValue({ name, value }: { name: string; value: string }) {
  const { said, copy } = useCopy(value)
  return (
    <span class="copy-value">
      <code>{value}</code>
      <Button look="link" label={t('guide-copy', { name })} onClick={copy}>
        {t('lookup-copy')}
      </Button>
      <span class="muted" role="status">
        {said}
      </span>
    </span>
  )
}
