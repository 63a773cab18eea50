import { useSignal } from '@preact/signals'
import { t } from '../locales/locale.ts'
import { Button } from './button.tsx'
import { Icon } from './icons.tsx'

export type CopyOutcome = 'copied' | 'failed' | undefined

const toClipboard = (text: string) => navigator.clipboard.writeText(text)

/**
 * Copies a text, by default to the page's own clipboard; `write` rejects when the browser refuses. `said` is the outcome
 * for people.
 */
export function useCopy(
  text: string,
  write: (text: string) => Promise<void> = toClipboard,
): { outcome: CopyOutcome; said: string | undefined; copy(): void } {
  const outcome = useSignal<CopyOutcome>(undefined)
  const copy = async () => {
    try {
      await write(text)
      outcome.value = 'copied'
    } catch {
      outcome.value = 'failed' // the browser refuses while the page has no focus; the text can still be selected
    }
  }
  const key = outcome.value && (outcome.value === 'copied' ? 'lookup-copied' : 'lookup-copy-failed')
  return { outcome: outcome.value, said: key && t(key), copy: () => void copy() }
}

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
