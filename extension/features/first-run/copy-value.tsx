import { useSignal } from '@preact/signals'
import { t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'

/** A value to type elsewhere, with a button that copies it. `name` is what it is, for the button's accessible name. */
export function CopyValue({ name, value }: { name: string; value: string }) {
  const outcome = useSignal<'copied' | 'failed' | undefined>(undefined)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      outcome.value = 'copied'
    } catch {
      outcome.value = 'failed' // the browser refuses while the page has no focus; the value can still be selected
    }
  }
  return (
    <span class="copy-value">
      <code>{value}</code>
      <Button look="link" label={t('guide-copy', { name })} onClick={() => void copy()}>
        {t('lookup-copy')}
      </Button>
      <span class="muted" role="status">
        {outcome.value && t(outcome.value === 'copied' ? 'lookup-copied' : 'lookup-copy-failed')}
      </span>
    </span>
  )
}
