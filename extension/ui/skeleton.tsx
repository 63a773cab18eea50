/** A placeholder for text that is loading, about `chars` characters long. */
export function Skeleton({ chars }: { chars: number }) {
  return (
    <span class="skeleton" aria-hidden="true" style={{ width: `${chars}ch`, maxWidth: '100%' }}>
      {'\u00a0'}
    </span>
  )
}
