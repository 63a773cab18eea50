import { useEffect, useRef } from 'preact/hooks'
import { t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { ChooseFiles } from '../../ui/choose-files.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icons.tsx'
import type { Page } from '../page/page.ts'
import { SignInButton } from '../sign-in/sign-in-button.tsx'
import { DraftCard } from './draft-card.tsx'
import type { Filings } from './filings.ts'
import type { Uploads } from './uploads.ts'
import { ACCEPTED } from './words.ts'
import './uploads.css'

type Props = { page: Page; uploads: Uploads; filings: Filings }

/** The files that were brought, what is about to be filed of them, and the one confirmation. */
export function UploadsView({ page, uploads, filings }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const drafts = uploads.drafts.value
  const take = (files: File[]) => void uploads.take(files)
  return (
    <section class="uploads" aria-labelledby="uploads-title">
      <header class="uploads-head">
        <Button look="icon" label={t('back')} onClick={uploads.finish}>
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
              <DraftCard key={draft.key} draft={draft} page={page} uploads={uploads} filings={filings} />
            ))}
          </ul>
          <Confirmation page={page} uploads={uploads} />
        </>
      )}
    </section>
  )
}

/** The one click that files: it is for exactly what the cards above show, byte by byte (E-06). */
function Confirmation({ page, uploads }: { page: Page; uploads: Uploads }) {
  const overview = page.overview.value
  const ready = uploads.ready.value
  const busy = uploads.sending.value
  const phases = uploads.drafts.value.map(({ phase }) => phase.value.is)
  const waiting = phases.filter(is => !['sent', 'sending', 'signed'].includes(is)).length
  if (overview && overview.auth.state !== 'connected') {
    return (
      <footer class="uploads-foot">
        <p class="muted">{t('upload-sign-in')}</p>
        <SignInButton again={overview.auth.state === 'expired'} look="plain" />
      </footer>
    )
  }
  return (
    <footer class="uploads-foot">
      {waiting === 0 && !busy ? (
        <Button look="primary" onClick={uploads.finish}>
          {t('upload-finish')}
        </Button>
      ) : (
        <Button look="primary" disabled={busy || ready.length === 0} onClick={() => void uploads.send(ready)}>
          {busy && t('upload-sending')}
          {!busy && (ready.length > 0 ? t('upload-submit', { n: ready.length }) : t('upload-submit-none'))}
        </Button>
      )}
      <p class="muted uploads-notes" aria-live="polite">
        {waiting > ready.length && !phases.includes('reading') && ready.length > 0 && (
          <span>{t('upload-left-out', { n: waiting - ready.length })} </span>
        )}
        {overview?.profile.environment === 'test' && <span>{t('upload-test')}</span>}
      </p>
    </footer>
  )
}
