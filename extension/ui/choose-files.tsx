import { useRef } from 'preact/hooks'
import { Button } from './button.tsx'

type Props = {
  label: string
  /** File extensions and media types that the browser offers. */
  accept: string
  look?: 'primary' | 'plain' | 'link'
  many?: boolean
  onFiles: (files: File[]) => void
}

/** A button that asks the browser for files. */
export function ChooseFiles({ label, accept, look = 'plain', many = true, onFiles }: Props) {
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
          event.currentTarget.value = '' // so that the same file can be chosen again after a change
          if (files.length > 0) onFiles(files)
        }}
      />
    </>
  )
}
