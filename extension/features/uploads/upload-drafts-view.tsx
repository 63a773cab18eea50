import { useEffect, useRef } from 'preact/hooks'
import { t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { ChooseFiles } from '../../ui/choose-files.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icons.tsx'
import { ChooseButton } from '../connection/choose-button.tsx'
import { SignInButton } from '../connection/sign-in-button.tsx'
import type { Page } from '../page/page.ts'
import { reachesEfactura } from '../page/reach.ts'
import { isRestForLater } from '../rows/drafts.ts'
import { DraftCard } from './draft-card.tsx'
import { ACCEPTED } from './labels.ts'
import type { UploadDrafts } from './upload-drafts.ts'
import type { UploadList } from './upload-list.ts'
import './uploads.css'
import '../rows/filings.css'

type Props = { page: Page; uploadDrafts: UploadDrafts; uploadList: UploadList }

/** The chosen files, their planned uploads, and the one confirmation. */
export function UploadDraftsView({ page, uploadDrafts, uploadList }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const drafts = uploadDrafts.drafts.value
  const take = (files: File[]) => void uploadDrafts.take(files)
  return (
    <section class="drafts-view" aria-labelledby="uploads-title">
      <header class="drafts-head">
        <Button look="icon" label={t('back')} onClick={uploadDrafts.finish}>
          <Icon name="back" />
        </Button>
        <h2 ref={heading} id="uploads-title" tabIndex={-1}>
          {t('upload-title')}
        </h2>
        {drafts.length > 0 && <ChooseFiles label={t('upload-choose')} accept={ACCEPTED} onFiles={take} />}
      </header>
      {drafts.length === 0 ? (
        <EmptyState title={t('upload-empty')} hint={t('upload-empty-hint')}>
          <ChooseFiles label={t('upload-choose')} accept={ACCEPTED} look="primary" onFiles={take} />
        </EmptyState>
      ) : (
        <>
          <ul class="drafts">
            {drafts.map(draft => (
              <DraftCard
                key={draft.key}
                draft={draft}
                page={page}
                uploadDrafts={uploadDrafts}
                uploadList={uploadList}
              />
            ))}
          </ul>
          <Confirmation page={page} uploadDrafts={uploadDrafts} />
        </>
      )}
    </section>
  )
}

/** The button that uploads exactly what the cards above show, byte by byte (E-06). */
function Confirmation({ page, uploadDrafts }: { page: Page; uploadDrafts: UploadDrafts }) {
  const overview = page.overview.value
  const ready = uploadDrafts.ready.value
  const busy = uploadDrafts.sending.value
  const phases = uploadDrafts.drafts.value.map(({ phase }) => phase.value.is)
  const unsent = phases.filter(is => !['sent', 'sending', 'signed'].includes(is)).length
  const isDone = unsent === 0 || isRestForLater(phases, ready)
  if (overview && !reachesEfactura(overview, page.isCertificateChosen.value)) {
    const needsChoice = overview.profile.access === 'certificate'
    return (
      <footer class="drafts-foot">
        <p class="muted">{t(needsChoice ? 'upload-certificate' : 'upload-sign-in')}</p>
        {needsChoice ? (
          <ChooseButton look="plain" />
        ) : (
          <SignInButton again={overview.auth.state === 'expired'} look="plain" />
        )}
      </footer>
    )
  }
  return (
    <footer class="drafts-foot">
      {isDone && !busy ? (
        <Button look="primary" onClick={uploadDrafts.finish}>
          {t('upload-finish')}
        </Button>
      ) : (
        <Button look="primary" disabled={busy || ready.length === 0} onClick={() => void uploadDrafts.send(ready)}>
          {busy && t('upload-sending')}
          {!busy && (ready.length > 0 ? t('upload-submit', { n: ready.length }) : t('upload-submit-none'))}
        </Button>
      )}
      <p class="muted drafts-notes" aria-live="polite">
        {unsent > ready.length && !phases.includes('reading') && ready.length > 0 && (
          <span>{t('upload-left-out', { n: unsent - ready.length })} </span>
        )}
        {overview?.profile.environment === 'test' && <span>{t('upload-test')}</span>}
      </p>
    </footer>
  )
}
