import { romaniaDay } from '../../../shared/romania-time.ts'
import { t } from '../../locales/locale.ts'
import { REGISTERS } from '../lookup/panel/company.ts'
import type { ListDraft } from './list-draft.ts'

/** Which registers a list is checked in, and for which day. */
export function RegisterChoice({ draft, now }: { draft: ListDraft; now: number }) {
  const today = romaniaDay(now)
  return (
    <fieldset class="draft-choices">
      <legend>{t('lookup-registers')}</legend>
      {REGISTERS.map(({ register }) => (
        <label key={register} class="draft-flag">
          <input
            type="checkbox"
            checked={draft.registers.value.includes(register)}
            onChange={() => draft.toggle(register)}
          />
          <span>
            {t(`register-${register}`)} <span class="muted">{t(`register-${register}-hint`)}</span>
          </span>
        </label>
      ))}
      <label class="lookup-day">
        <span>{t('lookup-day')}</span>
        <input
          class="input numeric"
          type="date"
          value={draft.day.value ?? today}
          onChange={event => {
            const { value } = event.currentTarget
            draft.day.value = value === '' || value === today ? undefined : value
          }}
        />
      </label>
    </fieldset>
  )
}
