import { type Computer, DEVELOPER_COMMAND, installersFor } from '../../../shared/domain/installers.ts'
import { VERSION } from '../../../shared/domain/product.ts'
import { describeFailure } from '../../host/describe-failure.ts'
import { isOlderThanOurs } from '../../host/version.ts'
import { locale, t } from '../../locales/locale.ts'
import { FailureNotice, Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { isMendedByInstalling } from '../page/host-problem.tsx'
import type { Page } from '../page/page.ts'
import { useHello } from '../page/use-hello.ts'
import { CopyValue } from './copy-value.tsx'
import type { StepState } from './steps.ts'

type Props = { page: Page; computer: Computer | undefined; state: StepState }

/** The local program: found with its version, or why not, and how to install or update it on this system. */
export function ProgramStep({ page, computer, state }: Props) {
  const hello = useHello(page)
  const error = page.failure.value
  if (error !== undefined) {
    const failure = describeFailure(error, locale.value)
    return (
      <>
        {state === 'wrong' ? <FailureNotice failure={failure} /> : <p>{t('guide-program-why')}</p>}
        {isMendedByInstalling(failure.reason) && (
          <Installers computer={computer} look={state === 'wrong' ? 'plain' : 'primary'} />
        )}
        <p class="muted">{t('guide-program-watch')}</p>
      </>
    )
  }
  if (!hello) return <Skeleton chars={40} />
  return (
    <>
      <p>{t('guide-program-found', { version: hello.version })}</p>
      {isOlderThanOurs(hello.version) && (
        <>
          <Notice tone="wait">{t('host-older', { host: hello.version, extension: VERSION })}</Notice>
          <Installers computer={computer} look="plain" />
        </>
      )}
    </>
  )
}

/** The files of a release for one system, the prompts during installation, and the developers' way. */
function Installers({ computer, look }: { computer: Computer | undefined; look: 'primary' | 'plain' }) {
  const [usual, ...others] = computer ? installersFor(computer) : []
  return (
    <>
      {computer && usual ? (
        <>
          <div class="choices">
            <a
              class={look === 'primary' ? 'button primary' : 'button'}
              href={usual.url}
              target="_blank"
              rel="noreferrer"
            >
              {t(`guide-download-${computer.system}`)}
            </a>
            {others.map(({ file, url }) => (
              <a key={file} class="button" href={url} target="_blank" rel="noreferrer">
                {file}
              </a>
            ))}
          </div>
          <p>{t(`guide-install-${computer.system}`, { file: usual.file })}</p>
        </>
      ) : (
        <p>{t('guide-no-installer')}</p>
      )}
      <details class="developers">
        <summary>{t('guide-developers')}</summary>
        <CopyValue name={t('guide-developers-command')} value={DEVELOPER_COMMAND} />
      </details>
    </>
  )
}
