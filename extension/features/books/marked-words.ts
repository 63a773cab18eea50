import type { BookMark } from '../../../shared/domain/books.ts'
import { formatMoment } from '../../locales/format.ts'
import { locale, t } from '../../locales/locale.ts'

/** The author and time of the state; empty without a state. */
export function markedWords({ at, by, exportId }: BookMark): string {
  if (at === null || by === null) return ''
  const when = formatMoment(locale.value, at)
  return exportId === null
    ? t('book-marked', { by, when })
    : t('book-marked-by-export', { id: String(exportId), by, when })
}
