import { useEffect, useRef } from 'preact/hooks'
import type { DeclarationInspection } from '../../../shared/protocol/declarations.ts'
import { describeBody } from '../../host/describe-failure.ts'
import { formatDecimal, formatMoment } from '../../locales/format.ts'
import { locale, t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { ChooseFiles } from '../../ui/choose-files.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { Icon } from '../../ui/icons.tsx'
import { ErrorNotice, FailureNotice, Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Badge, Status } from '../../ui/status.tsx'
import { useHeir } from '../../ui/use-heir.ts'
import { isPortalOpen, PortalButton, PortalConnection } from '../connection/portal-session.tsx'
import { FileAlone, waitsForYes } from '../office/file-alone.tsx'
import type { Page } from '../page/page.ts'
import { Checkbox } from '../rows/checkbox.tsx'
import { isRestForLater, nextCard } from '../rows/drafts.ts'
import type { DeclarationList } from './declaration-list.ts'
import { DeclarationStatus } from './declaration-row.tsx'
import { declarationLabel, declarationName, ownerLabel } from './labels.ts'
import { type DeclarationDraft, earlierOf, type Submission } from './submission.ts'
import '../rows/filings.css'

type Props = { page: Page; submission: Submission; list: DeclarationList }

/** The chosen PDFs with their contents, and the one button that submits them. */
export function SubmissionView({ page, submission, list }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const drafts = submission.drafts.value
  const choose = (look: 'primary' | 'plain') => (
    <ChooseFiles
      label={t('declaration-choose')}
      accept=".pdf,application/pdf"
      look={look}
      onFiles={files => void submission.take(files)}
    />
  )
  return (
    <section class="drafts-view" aria-labelledby="submission-title">
      <header class="drafts-head">
        <Button look="icon" label={t('back')} onClick={submission.finish}>
          <Icon name="back" />
        </Button>
        <h2 ref={heading} id="submission-title" tabIndex={-1}>
          {t('declaration-submit-title')}
        </h2>
        {drafts.length > 0 && choose('plain')}
      </header>
      <div class="submission-session">
        <PortalConnection page={page} />
      </div>
      {drafts.length === 0 ? (
        <EmptyState title={t('declaration-drop')} hint={t('declaration-drop-hint')}>
          {choose('primary')}
        </EmptyState>
      ) : (
        <>
          <ul class="drafts">
            {drafts.map(draft => (
              <DraftCard key={draft.key} draft={draft} submission={submission} list={list} />
            ))}
          </ul>
          <Confirmation page={page} submission={submission} />
        </>
      )}
    </section>
  )
}

type CardProps = { draft: DeclarationDraft; submission: Submission; list: DeclarationList }

function DraftCard({ draft, submission, list }: CardProps) {
  const card = useRef<HTMLLIElement>(null)
  useHeir(card, nextCard)
  const phase = draft.phase.value
  const busy = submission.busy.value
  const inspection = 'inspection' in phase ? phase.inspection : undefined
  const twin = submission.twinOf(draft)
  const filed = phase.is === 'sent' ? list.find(phase.id) : undefined
  return (
    <li ref={card} class="draft" aria-label={draft.fileName} aria-busy={phase.is === 'reading'}>
      <div class="draft-head">
        <span class="draft-title">{inspection ? declarationName(inspection) : draft.fileName}</span>
        {inspection?.isTrial && <Badge tone="new">{t('declaration-trial')}</Badge>}
        {phase.is !== 'sent' && (
          <Button
            look="icon"
            label={t('upload-remove-name', { name: draft.fileName })}
            disabled={busy}
            onClick={() => submission.remove(draft)}
          >
            <Icon name="close" />
          </Button>
        )}
      </div>
      {phase.is === 'reading' && <Skeleton chars={32} />}
      {inspection && <Facts inspection={inspection} />}
      <p class="muted numeric draft-file">
        {draft.fileName} · {sizeLabel(draft.size)}
      </p>
      {phase.is === 'too-large' && <Notice tone="bad">{t('declaration-too-large')}</Notice>}
      {phase.is === 'unreadable' && <ErrorNotice error={phase.error} />}
      {twin && <Notice tone="wait">{t('declaration-twin', { name: twin.fileName })}</Notice>}
      {phase.is === 'ready' && !twin && <Obstacles draft={draft} inspection={phase.inspection} busy={busy} />}
      {filed && <DeclarationStatus declaration={filed} />}
      {filed && waitsForYes(filed) && (
        <FileAlone
          name={declarationName(filed)}
          file={async () => {
            const [sent] = await list.submitAlone(filed)
            if (sent && phase.is === 'sent') draft.phase.value = { ...phase, id: sent.id }
          }}
        />
      )}
    </li>
  )
}

function Facts({ inspection }: { inspection: DeclarationInspection }) {
  const { cui, companyName, isSigned, attachment } = inspection
  return (
    <p class="declaration-facts">
      <span>{ownerLabel(inspection)}</span>
      {companyName && cui && <span class="muted numeric">{ownerLabel({ companyName: null, cui })}</span>}
      <Status tone={isSigned ? 'good' : 'bad'}>{t(isSigned ? 'declaration-signed' : 'declaration-unsigned')}</Status>
      <Status tone={attachment ? 'good' : 'wait'}>{t(attachment ? 'declaration-xml' : 'declaration-no-xml')}</Status>
    </p>
  )
}

type ObstaclesProps = { draft: DeclarationDraft; inspection: DeclarationInspection; busy: boolean }

function Obstacles({ draft, inspection, busy }: ObstaclesProps) {
  const earlier = earlierOf(inspection)
  const setAgain = (again: boolean) => {
    draft.again.value = again
  }
  return (
    <>
      {inspection.problems.map(problem => (
        <FailureNotice key={problem.message} failure={describeBody(problem, locale.value)} />
      ))}
      {inspection.warnings.map(warning => (
        <FailureNotice key={warning.message} failure={describeBody(warning, locale.value)} tone="wait" />
      ))}
      {inspection.problems.length === 0 && inspection.cui === null && (
        <Field label={t('cui')} hint={t('declaration-cui-hint')}>
          {attributes => (
            <input
              {...attributes}
              class="input numeric"
              type="text"
              inputMode="numeric"
              disabled={busy}
              value={draft.cui.value}
              onInput={event => {
                draft.cui.value = event.currentTarget.value
              }}
            />
          )}
        </Field>
      )}
      {earlier && (
        <div class="notice tone-wait">
          <span>
            {t('declaration-earlier', {
              when: formatMoment(locale.value, earlier.createdAt),
              state: t(declarationLabel(earlier).word),
            })}
          </span>
          <Checkbox isChecked={draft.again.value} disabled={busy} onChange={setAgain}>
            {t('declaration-again')}
          </Checkbox>
        </div>
      )}
    </>
  )
}

/** The button that submits exactly the bytes that the cards above show. */
function Confirmation({ page, submission }: { page: Page; submission: Submission }) {
  const ready = submission.ready.value
  const drafts = submission.drafts.value
  const isOpen = isPortalOpen(page)
  const isAllTrial =
    ready.length > 0 &&
    ready.every(({ draft: { phase } }) => phase.value.is === 'ready' && phase.value.inspection.isTrial)
  const phases = drafts.map(({ phase }) => phase.value.is)
  const isOver = phases.every(is => is === 'sent') || (isRestForLater(phases, ready) && !submission.busy.value)
  return (
    <footer class="drafts-foot">
      {submission.error.value !== undefined && <ErrorNotice error={submission.error.value} />}
      {isOver ? (
        <Button look="primary" onClick={submission.finish}>
          {t('upload-finish')}
        </Button>
      ) : (
        <Button
          look="primary"
          disabled={submission.busy.value || ready.length === 0 || !isOpen}
          onClick={() => void submission.send(ready)}
        >
          {ready.length === 0 ? t('upload-submit-none') : t('declaration-submit', { n: ready.length })}
        </Button>
      )}
      {submission.rest.value > 0 && <p class="muted">{t('declaration-batch-rest', { n: submission.rest.value })}</p>}
      {!isOver && <p class="muted drafts-notes">{t(isAllTrial ? 'declaration-trial-note' : 'declaration-no-test')}</p>}
      {!isOver && !isOpen && (
        <Notice tone="wait">
          <span>{t('declaration-connect-first')}</span>
          <span>
            <PortalButton look="plain" />
          </span>
        </Notice>
      )}
    </footer>
  )
}

function sizeLabel(size: number): string {
  if (size < 1_000_000) return `${Math.max(1, Math.round(size / 1000))} KB`
  return `${formatDecimal(locale.value, (size / 1_000_000).toFixed(1))} MB`
}
