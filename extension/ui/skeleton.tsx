/** A place holder of the size of a text that is on its way; `chars` is about how long that text is. */
export function Skeleton({ chars }: { chars: number }) {
  return (
    <span class="skeleton" aria-hidden="true" style={{ width: `${chars}ch`, maxWidth: '100%' }}>
      {'\u00a0'}
    </span>
  )
}
