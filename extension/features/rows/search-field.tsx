import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'

/** Pause after the last key before searching, in milliseconds. */
const SEARCH_REST = 200

type Props = {
  label: string
  /** The present search. */
  search: string
  onSearch: (search: string) => void
}

/** A search field that searches once the typing pauses. */
export function SearchField({ label, search, onSearch }: Props) {
  const text = useSignal(search)
  /** The last search that the page and the field had in common. */
  const agreed = useRef(search)
  useEffect(() => {
    // The field's own search comes back here: the user may have typed on since.
    if (search === agreed.current) return
    agreed.current = search
    text.value = search
  }, [search, text])
  useEffect(() => {
    if (text.value === search) return
    const timer = setTimeout(() => {
      agreed.current = text.value
      onSearch(text.value)
    }, SEARCH_REST)
    return () => clearTimeout(timer)
  }, [text.value, search, onSearch])
  return (
    <input
      class="input"
      type="search"
      placeholder={label}
      aria-label={label}
      value={text.value}
      onInput={event => {
        text.value = event.currentTarget.value
      }}
    />
  )
}
