import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'

/** Rest after the last key before the list is asked, in milliseconds. */
const SEARCH_REST = 200

type Props = {
  label: string
  /** What is searched for now. */
  search: string
  onSearch: (search: string) => void
}

/** Asks once the typing rests. */
export function SearchField({ label, search, onSearch }: Props) {
  const text = useSignal(search)
  useEffect(() => {
    text.value = search
  }, [search, text])
  useEffect(() => {
    if (text.value === search) return
    const timer = setTimeout(() => onSearch(text.value), SEARCH_REST)
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
