import { t } from '../../locales/locale.ts'

/** The time left of a session, in whole minutes; `left` in milliseconds. */
export function timeLeft(left: number): string {
  const minutes = Math.floor(left / 60_000)
  return minutes < 1 ? t('portal-left-little') : t('portal-left', { n: minutes })
}
