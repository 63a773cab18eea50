import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { hasWords } from '../../../../shared/text/search-words.ts'
import { t } from '../../../locales/locale.ts'
import { Button } from '../../../ui/button.tsx'

export type Choice = { cui: string; name: string }

type Props = {
  choices: readonly Choice[]
  chosen: ReadonlySet<string>
  problem: string | undefined
  onChange: (chosen: ReadonlySet<string>) => void
}

/** Picks companies: searched by name or number, ticked one by one or all found ones at once. */
export function CompanyPicker({ choices, chosen, problem, onChange }: Props) {
  const search = useSignal('')
  const id = useId()
  const found = choices.filter(({ cui, name }) => hasWords(`${name} ${cui}`, search.value))
  const allChosen = found.length > 0 && found.every(({ cui }) => chosen.has(cui))
  const change = (cuis: readonly string[], on: boolean) => {
    const next = new Set(chosen)
    for (const cui of cuis) on ? next.add(cui) : next.delete(cui)
    onChange(next)
  }
  return (
    <fieldset class="field company-picker" aria-describedby={`${id}-note`}>
      <legend>{t('request-companies')}</legend>
      {choices.length > 5 && (
        <div class="company-picker-top">
          <input
            class="input"
            type="search"
            placeholder={t('request-companies-search')}
            aria-label={t('request-companies-search')}
            value={search.value}
            onInput={event => {
              search.value = event.currentTarget.value
            }}
            onKeyDown={event => {
              if (event.key === 'Enter') event.preventDefault() // Enter searches; it must not submit the form
            }}
          />
          <Button
            disabled={found.length === 0}
            onClick={() =>
              change(
                found.map(({ cui }) => cui),
                !allChosen,
              )
            }
          >
            {t(allChosen ? 'request-companies-clear' : 'request-companies-all')}
          </Button>
        </div>
      )}
      <div class="company-picker-list">
        {found.map(({ cui, name }) => (
          <label key={cui} class="company-choice">
            <input
              type="checkbox"
              checked={chosen.has(cui)}
              onChange={event => change([cui], event.currentTarget.checked)}
            />
            <span>{name}</span> {name.includes(cui) ? '' : <span class="muted numeric">{cui}</span>}
          </label>
        ))}
        {found.length === 0 && (
          <p class="muted">{t(choices.length === 0 ? 'request-companies-empty' : 'request-companies-not-found')}</p>
        )}
      </div>
      <span id={`${id}-note`} class={problem ? 'problem' : 'hint'} role={problem ? 'alert' : undefined}>
        {problem ?? (chosen.size > 0 ? t('request-companies-chosen', { n: chosen.size }) : '')}
      </span>
    </fieldset>
  )
}
