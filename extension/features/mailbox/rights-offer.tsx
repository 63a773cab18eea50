import { useSignal } from '@preact/signals'
import type { SpvRight } from '../../../shared/protocol/mailbox.ts'
import { t } from '../../locales/locale.ts'
import { ownerName } from '../../locales/owner-name.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import type { Page } from '../page/page.ts'
import { useCall } from '../page/use-call.ts'
import type { Mailbox } from './mailbox.ts'

/** Offers once to add companies that SPV names and the user was not asked about; persons are only listed (S-02). */
export function RightsOffer({ page, mailbox }: { page: Page; mailbox: Pick<Mailbox, 'rights'> }) {
  const open = useSignal(false)
  const left = useSignal<ReadonlySet<string>>(new Set())
  const { isBusy, error, run } = useCall()
  const rights = mailbox.rights.value?.rights ?? []
  const companies = rights.filter(({ state }) => state === 'offered')
  const persons = rights.filter(({ isPerson, gone }) => isPerson && !gone)
  if (companies.length === 0) return null

  const chosen = companies.map(({ cui }) => cui).filter(cui => !left.value.has(cui))
  const turn = (cuis: readonly string[], on: boolean) => {
    const next = new Set(left.value)
    for (const cui of cuis) on ? next.delete(cui) : next.add(cui)
    left.value = next
  }
  const answer = (add: string[]) =>
    run(async () => {
      await page.host.request('mailbox.answerRights', { add })
      await page.changed()
    })
  return (
    <section class="notice tone-new rights-offer" aria-label={t('rights-offer', { n: companies.length })}>
      <span class="notice-what">{t('rights-offer', { n: companies.length })}</span>
      <span>{t('rights-offer-hint', { n: companies.length })}</span>
      {open.value && (
        <div class="rights-list">
          {companies.length > 5 && (
            <label class="rights-one">
              <input
                type="checkbox"
                checked={chosen.length === companies.length}
                onChange={event =>
                  turn(
                    companies.map(({ cui }) => cui),
                    event.currentTarget.checked,
                  )
                }
              />
              <strong>{t('rights-offer-all')}</strong>
            </label>
          )}
          {companies.map(right => (
            <label key={right.cui} class="rights-one">
              <input
                type="checkbox"
                checked={!left.value.has(right.cui)}
                onChange={event => turn([right.cui], event.currentTarget.checked)}
              />
              <Words right={right} />
            </label>
          ))}
        </div>
      )}
      {open.value && persons.length > 0 && (
        <div class="rights-persons">
          <span>
            {t('rights-offer-persons', { n: persons.length })}: {persons.map(nameOf).join(', ')}
          </span>
          <span class="muted">{t('rights-offer-persons-hint')}</span>
        </div>
      )}
      {error !== undefined && <ErrorNotice error={error} />}
      <div class="choices">
        {!open.value && (
          <Button
            onClick={() => {
              open.value = true
            }}
          >
            {t('rights-offer-see')}
          </Button>
        )}
        {open.value && (
          <Button look="primary" disabled={isBusy || chosen.length === 0} onClick={() => void answer(chosen)}>
            {t('rights-offer-add', { n: chosen.length })}
          </Button>
        )}
        <Button look="link" disabled={isBusy} onClick={() => void answer([])}>
          {t('rights-offer-none', { n: companies.length })}
        </Button>
      </div>
    </section>
  )
}

function Words({ right }: { right: SpvRight }) {
  return (
    <span>
      {ownerName({ cui: right.cui, companyName: right.name })}{' '}
      {right.name !== null && <span class="numeric muted">{right.cui}</span>}
    </span>
  )
}

const nameOf = ({ name, cui }: SpvRight) => (name === null ? cui : `${name} (${cui})`)
