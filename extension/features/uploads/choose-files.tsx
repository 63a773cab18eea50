import { useRef } from 'preact/hooks'
import { t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'

/** XML for everything; a ZIP of the authority only has its signature verified. */
const ACCEPTED = '.xml,.zip,text/xml,application/xml,application/zip'

type Props = {
  label?: string
  look?: 'primary' | 'plain' | 'link'
  many?: boolean
  accept?: string
  onFiles: (files: File[]) => void
}

/** A button that asks the browser for files. */
export function ChooseFiles({
  label = t('upload-choose'),
  look = 'plain',
  many = true,
  accept = ACCEPTED,
  onFiles,
}: Props) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button look={look} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={accept}
        multiple={many}
        onChange={event => {
          const files = [...(event.currentTarget.files ?? [])]
          event.currentTarget.value = '' // the same file may be chosen again, changed in the meantime
          if (files.length > 0) onFiles(files)
        }}
      />
    </>
  )
}
