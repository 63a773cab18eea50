import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { CertificateList, CertificateModule } from '../../../shared/protocol/certificates.ts'
import { describeBody } from '../../host/describe-failure.ts'
import { locale, t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { LineForm } from '../../ui/fields/line-form.tsx'
import { ErrorNotice, FailureNotice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { Page } from '../page/page.ts'
import { CertificateCard } from './certificate-card.tsx'
import './certificates.css'

/** The certificates of this computer's tokens and of sign-ins, and the drivers that read them (H-11). */
export function CertificateSettings({ page }: { page: Page }) {
  const list = useSignal<CertificateList | undefined>(undefined)
  const isReading = useSignal(false)
  const error = useSignal<unknown>(undefined)
  /** The latest question. An earlier one may be answered later: a driver that hangs takes ten seconds. */
  const latest = useRef<Promise<CertificateList> | undefined>(undefined)
  const show = async (answer: Promise<CertificateList>) => {
    latest.current = answer
    error.value = undefined
    isReading.value = true
    try {
      const found = await answer
      if (answer === latest.current) list.value = found
    } catch (problem) {
      if (answer === latest.current) error.value = problem
    } finally {
      if (answer === latest.current) isReading.value = false
    }
  }
  const read = () => show(page.host.request('certificates.list', {}))
  useEffect(() => {
    void read()
  }, [page])
  const forget = async (serial: string) => {
    await page.host.request('certificates.forget', { serial })
    await read()
  }
  const found = list.value
  return (
    <section aria-busy={isReading.value}>
      <h2>{t('certificates-title')}</h2>
      <p class="muted">{t('certificates-hint')}</p>
      {!found && error.value === undefined && <Skeleton chars={40} />}
      {found?.certificates.length === 0 && <p>{t('certificates-none')}</p>}
      {found?.certificates.map(certificate => (
        <CertificateCard
          key={certificate.serial}
          certificate={certificate}
          onForget={() => {
            forget(certificate.serial).catch((problem: unknown) => {
              error.value = problem
            })
          }}
        />
      ))}
      {error.value !== undefined && <ErrorNotice error={error.value} />}
      <div class="choices">
        <Button disabled={isReading.value} onClick={() => void read()}>
          {t(isReading.value ? 'certificates-reading' : 'certificates-read-again')}
        </Button>
      </div>
      {found && (
        <Modules
          modules={found.modules}
          onRemove={path => void show(page.host.request('certificates.removeModule', { path }))}
        />
      )}
      <LineForm
        kind="text"
        label={t('certificate-module-add')}
        hint={t('certificate-module-add-hint')}
        words={{ send: t('certificate-module-add-do'), sending: t('certificate-module-adding') }}
        problemOf={text => (text ? undefined : t('certificate-module-add-problem'))}
        send={async path => {
          const found = await page.host.request('certificates.addModule', { path })
          await show(Promise.resolve(found))
        }}
      />
    </section>
  )
}

type ModulesProps = { modules: readonly CertificateModule[]; onRemove: (path: string) => void }

function Modules({ modules, onRemove }: ModulesProps) {
  return (
    <details open={modules.some(({ error }) => error !== null)}>
      <summary>{t('certificate-modules')}</summary>
      {modules.length === 0 && <p class="muted">{t('certificate-modules-none')}</p>}
      <ul class="certificate-modules">
        {modules.map(({ path, tokens, isAdded, error }) => (
          <li key={path}>
            <code>{path}</code> {error === null && t('certificate-module-tokens', { n: tokens })}{' '}
            {isAdded && (
              <Button look="link" onClick={() => onRemove(path)}>
                {t('certificate-module-remove')}
              </Button>
            )}
            {error && <FailureNotice failure={describeBody(error, locale.value)} tone="wait" />}
          </li>
        ))}
      </ul>
    </details>
  )
}
