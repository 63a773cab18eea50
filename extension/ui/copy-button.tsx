import { t } from '../locales/locale.ts'
import { Button } from './button.tsx'
import { Icon } from './icons.tsx'
import { useCopy } from './use-copy.ts'

/** A small button that copies a text; `name` says which. */
export function CopyButton({ name, text }: { name: string; text: string }) {
  const { outcome, said, copy } = useCopy(text)
  return (
    <span class="copy">
      <Button look="icon" label={t('copy-what', { name, text })} onClick={copy}>
        <Icon name={outcome === 'copied' ? 'done' : 'copy'} />
      </Button>
      <span class={outcome === 'failed' ? 'muted' : 'visually-hidden'} role="status">
        {said}
      </span>
    </span>
  )
}
