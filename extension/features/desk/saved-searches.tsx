import { useSignal } from '@preact/signals'
import { t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Menu } from '../../ui/menu.tsx'
import { fromHash, toHash } from './address.ts'
import type { DeskState } from './desk-state.ts'

/** Views that the user has saved under a name. */
export function SavedSearches({ desk }: { desk: DeskState }) {
  const name = useSignal('')
  const { searches, setSearches } = desk.memory
  const keep = () => {
    const wanted = name.value.trim()
    if (wanted === '') return
    const hash = toHash({ ...desk.view.value, open: undefined })
    setSearches([...searches.value.filter(one => one.name !== wanted), { name: wanted, hash }])
    name.value = ''
  }
  return (
    <Menu label={t('searches-saved')} words={t('searches-saved')}>
      {searches.value.length === 0 && <p class="muted">{t('searches-none')}</p>}
      {searches.value.map(one => (
        <span key={one.name} class="saved-search">
          <Button look="link" onClick={() => desk.go(fromHash(one.hash), true)}>
            {one.name}
          </Button>
          <Button
            look="icon"
            label={t('search-forget', { name: one.name })}
            onClick={() => setSearches(searches.value.filter(other => other.name !== one.name))}
          >
            <Icon name="close" />
          </Button>
        </span>
      ))}
      <form
        class="field"
        onSubmit={event => {
          event.preventDefault()
          keep()
        }}
      >
        <label for="search-name">{t('search-save')}</label>
        <span class="line-form-line">
          <input
            id="search-name"
            class="input"
            placeholder={t('search-name')}
            value={name.value}
            maxLength={80}
            onInput={event => {
              name.value = event.currentTarget.value
            }}
          />
          <Button type="submit">{t('search-save-yes')}</Button>
        </span>
      </form>
    </Menu>
  )
}
