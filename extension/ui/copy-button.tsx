import { useSignal } from '@preact/signals'
import { t } from '../locales/locale.ts'
import { Button } from './button.tsx'
import { Icon } from './icons.tsx'

/** A small button that copies a text; `name` says which. */
export function CopyButton({ name, text }: { name: string; text: string }) {
  const outcome = useSignal<'copied' | 'failed' | undefined>(undefined)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      outcome.value = 'copied'
    } catch {
      outcome.value = 'failed' // the browser refuses while the page has no focus; the text can still be selected
    }
  }
  return (
    <span class="copy">
      <Button look="icon" label={t('copy-what', { name, text })} onClick={() => void copy()}>
        <Icon name={outcome.value === 'copied' ? 'done' : 'copy'} />
      </Button>
      <span class={outcome.value === 'failed' ? 'muted' : 'visually-hidden'} role="status">
        {outcome.value && t(outcome.value === 'copied' ? 'lookup-copied' : 'lookup-copy-failed')}
      </span>
    </span>
  )
}
