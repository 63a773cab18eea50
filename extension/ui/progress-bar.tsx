/** Progress with a label; with a `total` of 0 the bar is indeterminate. */
export function ProgressBar({ label, done, total }: { label: string; done: number; total: number }) {
  const known = total > 0
  return (
    <div class="progress">
      <progress aria-label={label} {...(known ? { value: done, max: total } : {})} />
      <span class="muted numeric" aria-live="polite">
        {label}
      </span>
    </div>
  )
}
