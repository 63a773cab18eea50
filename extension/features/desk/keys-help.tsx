import { useEffect, useRef } from 'preact/hooks'
import { t } from '../../locales/locale.ts'
import type { Key } from '../../locales/translate.ts'
import { Button } from '../../ui/button.tsx'

const KEYS: readonly (readonly [keys: readonly string[], does: Key])[] = [
  [['/'], 'key-search'],
  [['j', 'k', '↓', '↑'], 'key-move'],
  [['Enter'], 'key-open'],
  [['x'], 'key-select'],
  [['Shift', 'x'], 'key-select-all'],
  [['[', ']'], 'key-tables'],
  [['Esc'], 'key-close'],
  [['?'], 'key-help'],
]

/** All keys of the desk. */
export function KeysHelp({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} class="keys-help" aria-label={t('keys')} onClose={onClose}>
      <h2>{t('keys')}</h2>
      <dl class="facts">
        {KEYS.map(([keys, does]) => (
          <div key={does} class="keys-line">
            <dt>
              {keys.map(key => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{t(does)}</dd>
          </div>
        ))}
      </dl>
      <Button onClick={() => dialog.current?.close()}>{t('close')}</Button>
    </dialog>
  )
}
