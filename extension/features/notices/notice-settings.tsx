import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { t } from '../../locales/locale.ts'
import {
  chooseNotices,
  NOTICE_KINDS,
  type NoticeChoice,
  type QuietHours,
  readNoticeChoice,
  toChoice,
} from './choice.ts'

/** The default quiet hours. */
const NIGHT: QuietHours = { from: '20:00', until: '08:00' }

/** The kinds of notices that the system may show, and the quiet hours. */
export function NoticeSettings() {
  const choice = useSignal<NoticeChoice>(toChoice([], null))
  const isRead = useSignal(false)
  useEffect(() => {
    void readNoticeChoice().then(found => {
      choice.value = found
      isRead.value = true
    })
  }, [choice, isRead])
  const choose = (next: NoticeChoice) => {
    choice.value = next
    void chooseNotices(next)
  }
  const { isOn, quiet } = choice.value
  const off = NOTICE_KINDS.filter(kind => !isOn(kind))
  return (
    <section>
      <h2>{t('settings-notices')}</h2>
      <p class="muted">{t('settings-notices-hint')}</p>
      <div class="settings-choices">
        {NOTICE_KINDS.map(kind => (
          <Switch
            key={kind}
            label={t(`settings-notice-${kind}`)}
            disabled={!isRead.value}
            isOn={isOn(kind)}
            onChange={on => choose(toChoice(on ? off.filter(each => each !== kind) : [...off, kind], quiet))}
          />
        ))}
        <Switch
          label={t('settings-quiet')}
          disabled={!isRead.value}
          isOn={quiet !== null}
          onChange={on => choose(toChoice(off, on ? NIGHT : null))}
        />
        {quiet && <Hours quiet={quiet} onChange={hours => choose(toChoice(off, hours))} />}
      </div>
    </section>
  )
}

type SwitchProps = { label: string; disabled: boolean; isOn: boolean; onChange: (on: boolean) => void }

function Switch({ label, disabled, isOn, onChange }: SwitchProps) {
  return (
    <label>
      <input
        type="checkbox"
        disabled={disabled}
        checked={isOn}
        onChange={event => onChange(event.currentTarget.checked)}
      />
      {label}
    </label>
  )
}

/** A choice of whole hours: a time field of the browser would use the browser's language. */
const HOURS = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)

function Hours({ quiet, onChange }: { quiet: QuietHours; onChange: (hours: QuietHours) => void }) {
  return (
    <div class="settings-quiet">
      {(['from', 'until'] as const).map(end => (
        <label key={end}>
          {t(`settings-quiet-${end}`)}
          <select
            class="input"
            value={quiet[end]}
            onChange={event => onChange({ ...quiet, [end]: event.currentTarget.value })}
          >
            {HOURS.map(hour => (
              <option key={hour} value={hour}>
                {hour}
              </option>
            ))}
          </select>
        </label>
      ))}
    </div>
  )
}
