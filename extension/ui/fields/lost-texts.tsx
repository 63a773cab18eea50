import { describeFailure } from '../../host/describe-failure.ts'
import { locale, t } from '../../locales/locale.ts'
import { FailureNotice } from '../notice.tsx'
import { lostTexts } from './use-kept-text.ts'

/** Characters of a note by which a person knows it. */
const SHOWN = 60

/** The notes that could not be saved after their fields had gone away, each with a button that tries again. */
export function LostTexts() {
  return (
    <>
      {[...lostTexts.value].map(([about, { text, error, saveAgain }]) => {
        const failure = describeFailure(error, locale.value)
        const start = text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
        return (
          <FailureNotice
            key={about}
            failure={{ ...failure, what: `${t('note-lost', { text: start })} ${failure.what}` }}
            action={{ label: t('retry'), run: () => void saveAgain() }}
          />
        )
      })}
    </>
  )
}
