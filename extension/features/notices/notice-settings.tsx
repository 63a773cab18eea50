import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { t } from '../../locales/locale.ts'
import { chooseNotices, NOTICE_KINDS, type NoticeChoice, readNoticeChoice } from './choice.ts'

/** Which kinds of notices the system may show. */
export function NoticeSettings() {
  const choice = useSignal<NoticeChoice | undefined>(undefined)
  useEffect(() => {
    void readNoticeChoice().then(found => {
      choice.value = found
    })
  }, [choice])
  const chosen = choice.value
  return (
    <section>
      <h2>{t('settings-notices')}</h2>
      <p class="muted">{t('settings-notices-hint')}</p>
      <div class="settings-choices">
        {NOTICE_KINDS.map(kind => (
          <label key={kind}>
            <input
              type="checkbox"
              disabled={!chosen}
              checked={chosen?.[kind] ?? true}
              onChange={event => {
                if (!chosen) return
                choice.value = { ...chosen, [kind]: event.currentTarget.checked }
                void chooseNotices(choice.value)
              }}
            />
            {t(`settings-notice-${kind}`)}
          </label>
        ))}
      </div>
    </section>
  )
}
