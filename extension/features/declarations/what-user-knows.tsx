import { useSignal } from '@preact/signals'
import { normalizeCode } from '../../../shared/cui.ts'
import type { Declaration } from '../../../shared/protocol/declarations.ts'
import { t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import type { Page } from '../page/page.ts'
import type { DeclarationList } from './declaration-list.ts'

type Props = { declaration: Declaration; page: Page; list: DeclarationList }

/**
 * What only the user can say of a filing: whose it is, where its PDF does not say it, also once it was typed; and which
 * index it has, where the portal's answer was lost (D-03).
 */
export function WhatUserKnows({ declaration, page, list }: Props) {
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
              // A row that only followed the index is gone.
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
  /** What is said of a text that `parse` does not take. */
  shape: string
  action: string
  parse: (text: string) => string | undefined
  /** Rejects with what the host reports. */
  save: (value: string) => Promise<void>
}

function AskNumber({ label, hint, shape, action, parse, save }: AskProps) {
  const text = useSignal('')
  const problem = useSignal<string | undefined>(undefined)
  const error = useSignal<unknown>(undefined)
  const submit = async () => {
    const value = parse(text.value)
    error.value = undefined
    problem.value = value ? undefined : shape
    if (!value) return
    try {
      await save(value)
    } catch (failure) {
      error.value = failure
    }
  }
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        void submit()
      }}
    >
      <Field label={label} hint={hint} problem={problem.value}>
        {attributes => (
          <div class="index-line">
            <input
              {...attributes}
              class="input numeric"
              type="text"
              inputMode="numeric"
              value={text.value}
              onInput={event => {
                text.value = event.currentTarget.value
                problem.value = undefined
              }}
            />
            <Button type="submit">{action}</Button>
          </div>
        )}
      </Field>
      {error.value !== undefined && <ErrorNotice error={error.value} />}
    </form>
  )
}
