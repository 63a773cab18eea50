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
import { reachesEfactura } from '../page/reach.ts'
import { SyncOutcomes, SyncsRunning } from '../sync/sync-view.tsx'

/** The companies: by CUI, or from the list of rights that SPV gives with the mailbox (S-02). */
export function CompaniesStep({ page, isNext }: { page: Page; isNext: boolean }) {
  const rights = useRights(page)
  const overview = page.overview.value
  const companies = overview?.companies ?? []
  // Only e-Factura says whether there are rights for a typed company.
  const canType = overview !== undefined && reachesEfactura(overview, page.isCertificateChosen.value)
  const isOffered = rights.value?.rights.some(({ state }) => state === 'offered') === true
  const look = isNext && !isOffered ? 'primary' : 'plain'
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
      <p>{t(canType ? 'guide-companies' : 'guide-companies-from-spv')}</p>
      {isOffered && <RightsOffer page={page} mailbox={{ rights }} />}
      {!isOffered && <FromSpv page={page} asOf={rights.value?.asOf ?? null} look={canType ? 'plain' : look} />}
      <SyncsRunning page={page} />
      <SyncOutcomes page={page} />
      {canType && <AddCompany page={page} look={look} />}
    </>
  )
}

type FromSpvProps = { page: Page; asOf: number | null; look: 'primary' | 'plain' }

/** Reads the list of rights: first a session of SPV, then its mailbox, which names the companies. */
function FromSpv({ page, asOf, look }: FromSpvProps) {
  const session = spvSession(page)
  if (!session || page.mailSync.running.value) return null
  return (
    <>
      <div class="choices">
        {session.state === 'active' ? (
          <Button look={look} onClick={() => void page.mailSync.start()}>
            {t('guide-companies-read')}
          </Button>
        ) : (
          <BeginButton
            kind="begin-spv-session"
            text={t(isSpvVisitOpen(page) ? 'sign-in-spv-again' : 'sign-in-spv')}
            look={look}
          />
        )}
        <span class="muted">{t(asOf === null ? 'guide-companies-spv' : 'guide-companies-none')}</span>
      </div>
      <SpvFailure page={page} />
    </>
  )
}

/** The rights as the host knows them, read again after each poll. */
function useRights(page: Page) {
  const rights = useSignal<SpvRights | undefined>(undefined)
  const overview = page.overview.value
  useEffect(() => {
    if (!overview) return
    page.host.request('mailbox.rights', {}).then(
      found => {
        rights.value = found
      },
      // The host's own step shows why it does not answer; the next poll asks again.
      error => console.warn('recipisa:', error),
    )
  }, [page, overview, rights])
  return rights
}
