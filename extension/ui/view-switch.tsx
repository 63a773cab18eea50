import type { ComponentChildren } from 'preact'

type Props<Id extends string> = {
  label: string
  views: readonly { id: Id; words: string }[]
  selected: Id
  onSelect: (id: Id) => void
  /** Shown beside the views. */
  children?: ComponentChildren
}

/** Switches between a few views of one place. */
export function ViewSwitch<Id extends string>({ label, views, selected, onSelect, children }: Props<Id>) {
  return (
    <fieldset class="view-switch">
      <legend class="visually-hidden">{label}</legend>
      {views.map(({ id, words }) => (
        <button key={id} type="button" class="filter" aria-pressed={id === selected} onClick={() => onSelect(id)}>
          {words}
        </button>
      ))}
      {children}
    </fieldset>
  )
}
