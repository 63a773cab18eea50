import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import './uploads.css'

/** Takes files that are dropped anywhere on the page, and says so while they are held over it. */
export function DropZone({ label, onFiles }: { label: string; onFiles: (files: File[]) => void }) {
  const over = useSignal(false)
  useEffect(() => {
    const aborter = new AbortController()
    const { signal } = aborter
    const hold = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault() // without it the browser would open the file instead
      event.dataTransfer.dropEffect = 'copy'
      over.value = true
    }
    window.addEventListener('dragenter', hold, { signal })
    window.addEventListener('dragover', hold, { signal })
    window.addEventListener(
      'dragleave',
      event => {
        if (event.relatedTarget === null) over.value = false // out of the window, not into another element
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
  // It takes the drop itself: what lies below may be drawn anew meanwhile.
  return (
    <div class="drop-zone">
      <p>{label}</p>
    </div>
  )
}
