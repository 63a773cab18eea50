import { uploadCompany } from '../../../shared/filings/upload-company.ts'
import type { Company } from '../../../shared/protocol/companies.ts'
import { type Inspection, Standard } from '../../../shared/protocol/uploads.ts'
import { t } from '../../locales/locale.ts'
import { Field } from '../../ui/fields/field.tsx'
import { Status } from '../../ui/status.tsx'
import { Checkbox } from '../rows/checkbox.tsx'
import { companyOf, type Draft } from './draft.ts'
import { FLAGS } from './labels.ts'
import '../rows/filings.css'

type Props = { draft: Draft; inspection: Inspection; companies: readonly Company[]; locked: boolean }

/** The user's choices before the upload: document type, special cases, and the company if the XML names none for them. */
export function DraftChoices({ draft: { choice }, inspection, companies, locked }: Props) {
  const { standard, flags } = choice.value
  const anyFlag = FLAGS.some(({ flag }) => flags[flag])
  return (
    <fieldset class="draft-choices" disabled={locked}>
      <legend class="visually-hidden">{inspection.fileName}</legend>
      <Field label={t('standard')}>
        {attributes => (
          <select
            {...attributes}
            class="input"
            value={standard ?? ''}
            onChange={event => {
              const chosen = Standard.options.find(each => each === event.currentTarget.value)
              choice.value = { ...choice.value, standard: chosen ?? null }
            }}
          >
            {standard === null && <option value="">{t('standard-choose')}</option>}
            {Standard.options.map(each => (
              <option key={each} value={each}>
                {t(`standard-${each}`)}
              </option>
            ))}
          </select>
        )}
      </Field>
      {uploadCompany(inspection, flags) === null && (
        <Field label={t('upload-on-behalf')} hint={t('upload-no-company')}>
          {attributes => (
            <select
              {...attributes}
              class="input"
              value={choice.value.cui ?? ''}
              onChange={event => {
                choice.value = { ...choice.value, cui: event.currentTarget.value || null }
              }}
            >
              <option value="">{t('company-choose')}</option>
              {companies.map(({ cui, name }) => (
                <option key={cui} value={cui}>
                  {name ?? t('company-no-name', { cui })}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      <details open={anyFlag}>
        <summary class="muted">{t('flags-title')}</summary>
        {FLAGS.map(({ flag, name, when }) => (
          <Checkbox
            key={flag}
            isChecked={flags[flag]}
            onChange={isChecked => {
              const changed = { ...flags, [flag]: isChecked }
              // A company that was chosen for the other party.
              const cui = changed.selfBilled === flags.selfBilled ? choice.value.cui : null
              choice.value = { ...choice.value, flags: changed, cui }
            }}
          >
            {t(name)} <span class="muted">– {t(when)}</span>
          </Checkbox>
        ))}
      </details>
    </fieldset>
  )
}

const RIGHTS = {
  granted: { tone: 'good', word: 'rights-granted' },
  denied: { tone: 'bad', word: 'rights-denied' },
  unknown: { tone: 'idle', word: 'rights-unknown' },
  'not-listed': { tone: 'wait', word: 'not-listed' },
} as const

/** The company of the upload, and whether there are rights for it. */
export function OnBehalfOf({ draft, inspection, companies }: Omit<Props, 'locked'>) {
  const cui = companyOf(inspection, draft.choice.value)
  if (cui === null) return null
  const company = companies.find(each => each.cui === cui)
  // The host's answer is about the company in the XML; for another one our own list has the rights.
  const rights = RIGHTS[cui === inspection.cui ? inspection.rights : (company?.rights ?? 'not-listed')]
  return (
    <p class="draft-company">
      <span>
        {t('upload-on-behalf')}{' '}
        <strong>{company?.name ?? partyName(inspection, cui) ?? t('company-no-name', { cui })}</strong>
        {company?.name && <span class="numeric muted"> {cui}</span>}
      </span>{' '}
      <Status tone={rights.tone}>{t(rights.word)}</Status>
    </p>
  )
}

function partyName({ invoice }: Inspection, cui: string): string | null {
  if (invoice?.sellerCui === cui) return invoice.sellerName
  return invoice?.buyerCui === cui ? invoice.buyerName : null
}
