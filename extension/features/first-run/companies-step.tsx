import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { SpvRights } from '../../../shared/protocol/mailbox.ts'
import { t } from '../../locales/locale.ts'
import { ownerName } from '../../locales/owner-name.ts'
import { Button } from '../../ui/button.tsx'
import { BeginButton } from '../certificate-visit/begin-button.tsx'
import { AddCompany } from '../companies/add-company.tsx'
import { isSpvVisitOpen, SpvFailure, spvSession } from '../connection/spv-session.tsx'
import { RightsOffer } from '../mailbox/rights-offer.tsx'
import '../mailbox/mailbox.css'
import type { Page } from '../page/page.ts'
import { SyncOutcomes, SyncsRunning } from '../sync/sync-view.tsx'

/** The companies: by CUI, or from the list of rights that SPV gives with the mailbox (S-02). */
export function CompaniesStep({ page }: { page: Page }) {
  const rights = useRights(page)
  const companies = page.overview.value?.companies ?? []
  const isOffered = rights.value?.rights.some(({ state }) => state === 'offered') === true
  return (
    <>
      {companies.length > 0 && (
        <ul class="points">
          {companies.map(({ cui, name, rights: has }) => (
            <li key={cui}>
              {ownerName({ cui, companyName: name })} · {t(`rights-${has}`)}
            </li>
          ))}
        </ul>
      )}
      <p>{t('guide-companies')}</p>
      {isOffered && <RightsOffer page={page} mailbox={{ rights }} />}
      {!isOffered && <FromSpv page={page} asOf={rights.value?.asOf ?? null} />}
      <SyncsRunning page={page} />
      <SyncOutcomes page={page} />
      <AddCompany page={page} look={isOffered ? 'plain' : 'primary'} />
    </>
  )
}

/** Reads the list of rights: a session of SPV first, then its mailbox, which names the companies. */
function FromSpv({ page, asOf }: { page: Page; asOf: number | null }) {
  const session = spvSession(page)
  if (!session || page.mailSync.running.value) return null
  return (
    <>
      <div class="choices">
        {session.state === 'active' ? (
          <Button onClick={() => void page.mailSync.start()}>{t('guide-companies-read')}</Button>
        ) : (
          <BeginButton
            kind="begin-spv-session"
            text={t(isSpvVisitOpen(page) ? 'sign-in-spv-again' : 'sign-in-spv')}
            look="plain"
          />
        )}
        <span class="muted">{t(asOf === null ? 'guide-companies-spv' : 'guide-companies-none')}</span>
      </div>
      <SpvFailure page={page} />
    </>
  )
}

/** The rights as the host knows them, read again after each look at it. */
function useRights(page: Page) {
  const rights = useSignal<SpvRights | undefined>(undefined)
  const overview = page.overview.value
  useEffect(() => {
    if (!overview) return
    page.host.request('mailbox.rights', {}).then(
      found => {
        rights.value = found
      },
      // The step for the host shows why it does not answer; the next look asks again.
      error => console.warn('recipisa:', error),
    )
  }, [page, overview, rights])
  return rights
}
