import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import './uploads.css'

/** Takes files dropped anywhere on the page; shows `label` while they are held over it. */
export function DropZone({ label, onFiles }: { label: string; onFiles: (files: File[]) => void }) {
  const over = useSignal(false)
  useEffect(() => {
    const aborter = new AbortController()
    const { signal } = aborter
    const hold = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault() // or the browser would open the file
      event.dataTransfer.dropEffect = 'copy'
      over.value = true
    }
    window.addEventListener('dragenter', hold, { signal })
    window.addEventListener('dragover', hold, { signal })
    window.addEventListener(
      'dragleave',
      event => {
        if (event.relatedTarget === null) over.value = false // the pointer left the window
      },
      { signal },
    )
    window.addEventListener(
      'drop',
      event => {
        over.value = false
        const files = [...(event.dataTransfer?.files ?? [])]
        if (files.length === 0) return
        event.preventDefault()
        onFiles(files)
      },
      { signal },
    )
    return () => aborter.abort()
  }, [onFiles, over])
  if (!over.value) return null
  // It takes the drop itself, because the elements below may be redrawn meanwhile.
  return (
    <div class="drop-zone">
      <p>{label}</p>
    </div>
  )
}
