import { normalizeCode } from '../../../shared/domain/cui.ts'
import type { Declaration } from '../../../shared/protocol/declarations.ts'
import { t } from '../../locales/locale.ts'
import { LineForm } from '../../ui/fields/line-form.tsx'
import type { Page } from '../page/page.ts'
import type { DeclarationList } from './declaration-list.ts'

type Props = { declaration: Declaration; page: Page; list: DeclarationList }

/**
 * Asks the user for what nothing else tells: the company, when the PDF does not name it (a typed one can be corrected), and the
 * index, when the portal's answer was lost (D-03).
 */
export function MissingDetails({ declaration, page, list }: Props) {
  const { id, cui, state, origin, period, registrationNumber } = declaration
  const saveCompany = async (typed: string) => {
    list.take([(await page.host.request('declarations.setCompany', { id, cui: typed })).declaration])
  }
  const company = (
    <AskNumber
      label={t('cui')}
      hint={t('declaration-name-company')}
      shape={t('declaration-cui-shape')}
      action={t('declaration-follow')}
      parse={normalizeCode}
      save={saveCompany}
    />
  )
  if (cui === null) return company
  const isTyped = period === null && registrationNumber === null && origin !== 'elsewhere'
  return (
    <>
      {isTyped && (state === 'processing' || state === 'unknown') && (
        <details>
          <summary>{t('declaration-company-wrong')}</summary>
          {company}
        </details>
      )}
      {state === 'unknown' && (
        <details>
          <summary>{t('declaration-index-known')}</summary>
          <AskNumber
            label={t('upload-index')}
            hint={t('declaration-name-index')}
            shape={t('declaration-number-shape')}
            action={t('declaration-is-this')}
            parse={text => /^\s*(\d{1,20})\s*$/.exec(text)?.[1]}
            save={async filingNumber => {
              const found = await page.host.request('declarations.track', { filingNumber, cui, lost: id })
              list.take([found.declaration])
              // The row that only tracked the index is gone.
              await list.reload()
            }}
          />
        </details>
      )}
    </>
  )
}

type AskProps = {
  label: string
  hint: string
  /** Message for a text that `parse` rejects. */
  shape: string
  action: string
  parse: (text: string) => string | undefined
  /** Rejects with what the host reports. */
  save: (value: string) => Promise<void>
}

function AskNumber({ label, hint, shape, action, parse, save }: AskProps) {
  return (
    <LineForm
      label={label}
      hint={hint}
      words={{ send: action }}
      problemOf={text => (parse(text) === undefined ? shape : undefined)}
      send={text => save(parse(text) ?? text)}
    />
  )
}
