import { useSignal } from '@preact/signals'
import type * as v from 'valibot'
import type { Invitation, OfficeState, SeatRole } from '../../../shared/protocol/office.ts'
import { t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton, useCopy } from '../../ui/copy-button.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import type { Page } from '../page/page.ts'
import { useCall } from '../page/use-call.ts'
import { CompanyBoxes } from './company-boxes.tsx'

const ROLES: readonly SeatRole[] = ['clerk', 'reader', 'office']

type Props = {
  page: Page
  /** Whether to offer it now. A password stays shown without it. */
  canAdd: boolean
  onChanged: (office: OfficeState | null) => void
}

/** Makes a login for one more computer. Its password is shown once, until the person says that it is written down. */
export function AddSeat({ page, canAdd, onChanged }: Props) {
  const name = useSignal('')
  const role = useSignal<SeatRole>('clerk')
  const companies = useSignal<string[]>([])
  const problem = useSignal<string | undefined>(undefined)
  const invitation = useSignal<v.InferOutput<typeof Invitation> | undefined>(undefined)
  const { isBusy, error, run } = useCall()
  const add = () => {
    problem.value = name.value.trim() ? undefined : t('field-required')
    if (problem.value !== undefined) return
    void run(async () => {
      const given = role.value === 'office' ? [] : companies.value
      const params = { name: name.value.trim(), role: role.value, companies: given }
      invitation.value = await page.host.request('office.addSeat', params)
      name.value = ''
      companies.value = []
      onChanged(await page.host.request('office.status', {}))
    })
  }
  if (invitation.value)
    return (
      <Invited
        invitation={invitation.value}
        onNoted={() => {
          invitation.value = undefined
        }}
      />
    )
  if (!canAdd) return null
  return (
    <details>
      <summary>{t('office-seat-add')}</summary>
      <form
        class="office-more"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          add()
        }}
      >
        <TextField label={t('office-seat-name')} hint={t('office-seat-hint')} problem={problem.value} text={name} />
        <Field label={t('office-role')} hint={t(`office-role-${role.value}-hint`)}>
          {attributes => (
            <select
              {...attributes}
              class="input"
              value={role.value}
              onChange={event => {
                role.value = event.currentTarget.value as SeatRole
              }}
            >
              {ROLES.map(one => (
                <option key={one} value={one}>
                  {t(`office-role-${one}`)}
                </option>
              ))}
            </select>
          )}
        </Field>
        {role.value !== 'office' && (
          <CompanyBoxes
            page={page}
            label={t('office-role-companies')}
            chosen={companies.value}
            onChange={cuis => {
              companies.value = cuis
            }}
          />
        )}
        <div>
          <Button type="submit" disabled={isBusy}>
            {t('office-seat-add-do')}
          </Button>
        </div>
        {error !== undefined && <ErrorNotice error={error} />}
      </form>
    </details>
  )
}

type InvitedProps = { invitation: v.InferOutput<typeof Invitation>; onNoted: () => void }

function Invited({ invitation: { name, url, password }, onNoted }: InvitedProps) {
  return (
    <div class="notice tone-new" role="status">
      <span class="notice-what">{t('office-invited', { name })}</span>
      <dl class="facts">
        <dt>{t('office-address')}</dt>
        <dd>
          <code>{url}</code> <CopyButton name={t('office-address')} text={url} />
        </dd>
        <dt>{t('office-password')}</dt>
        <dd>
          <code>{password}</code> <CopySecret secret={password} />
        </dd>
      </dl>
      <Button onClick={onNoted}>{t('office-invited-noted')}</Button>
    </div>
  )
}

/** A button that copies a secret and, unlike a `CopyButton`, does not say it. */
function CopySecret({ secret }: { secret: string }) {
  const { said, copy } = useCopy(secret)
  return (
    <>
      <Button look="link" onClick={copy}>
        {t('office-password-copy')}
      </Button>{' '}
      <span class="muted" role="status">
        {said}
      </span>
    </>
  )
}
