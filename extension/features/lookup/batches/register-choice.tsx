import { REGISTER_NAMES } from '../../../../shared/domain/register-names.ts'
import { romaniaDay } from '../../../../shared/domain/romania-time.ts'
import { t } from '../../../locales/locale.ts'
import { Checkbox } from '../../rows/checkbox.tsx'
import { DayField } from '../day-field.tsx'
import type { ListDraft } from './list-draft.ts'

/** Choice of the registers and the day for a list. */
export function RegisterChoice({ draft, now }: { draft: ListDraft; now: number }) {
  const today = romaniaDay(now)
  return (
    <fieldset class="draft-choices">
      <legend>{t('lookup-registers')}</legend>
      {REGISTER_NAMES.map(register => (
        <Checkbox
          key={register}
          isChecked={draft.registers.value.includes(register)}
          onChange={() => draft.toggle(register)}
        >
          {t(`register-${register}`)} <span class="muted">{t(`register-${register}-hint`)}</span>
        </Checkbox>
      ))}
      <DayField
        day={draft.day.value}
        today={today}
        onDay={day => {
          draft.day.value = day
        }}
      />
    </fieldset>
  )
}
