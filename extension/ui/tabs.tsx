type Props<T extends string> = {
  label: string
  tabs: readonly { id: T; label: string }[]
  selected: T
  onSelect: (id: T) => void
  /** Id of the one panel that shows every tab; by default each tab has a panel of its own. */
  panel?: string
}

/** Tabs by the ARIA pattern: one Tab stop, arrow keys between them. The panel of a tab has the id `panel-<id>`. */
export function Tabs<T extends string>({ label, tabs, selected, onSelect, panel }: Props<T>) {
  const onKeyDown = (event: KeyboardEvent & { currentTarget: HTMLElement }) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    const at = tabs.findIndex(tab => tab.id === selected)
    const index = (at + step + tabs.length) % tabs.length
    const next = tabs[index]
    if (!next) return
    event.preventDefault()
    onSelect(next.id)
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[index]?.focus()
  }
  return (
    <div class="tabs" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
      {tabs.map(tab => (
        <button
          key={tab.id}
          type="button"
          class="tab"
          role="tab"
          id={`tab-${tab.id}`}
          aria-selected={tab.id === selected}
          aria-controls={panel ?? `panel-${tab.id}`}
          tabIndex={tab.id === selected ? 0 : -1}
          onClick={event => {
            onSelect(tab.id)
            // When the tabs overflow, the neighbouring tab stays visible too.
            event.currentTarget.scrollIntoView({ block: 'nearest', inline: 'center' })
          }}
        >
          {tab.label}
        </button>
      ))}
    </div>
  )
}
