import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Declaration } from '../../../shared/protocol/declarations.ts'
import type { Upload } from '../../../shared/protocol/uploads.ts'
import { DetailHead } from '../../ui/detail-head.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DeclarationRow } from '../declarations/declaration-row.tsx'
import { declarationName } from '../declarations/labels.ts'
import type { Page } from '../page/page.ts'
import { uploadName } from '../uploads/labels.ts'
import { UploadRow } from '../uploads/upload-row.tsx'
import { firstView } from './address.ts'
import type { AnyTable, DeskState } from './desk-state.ts'

type Props = { desk: DeskState; page: Page; id: string }

/** One upload, with its actions. */
export function UploadDetail({ desk, page, id }: Props) {
  const filing = useFiling<Upload>(page, desk.tables.uploads, id, async () => {
    const { upload } = await page.host.request('uploads.get', { id: Number(id) })
    return upload
  })
  return (
    <Filing desk={desk} error={filing.error} name={filing.found && uploadName(filing.found)}>
      {filing.found && (
        <UploadRow
          isNamed={false}
          upload={filing.found}
          page={page}
          uploadList={desk.uploadList}
          onCorrect={(files, corrects) => {
            void desk.uploadDrafts.take(files, corrects)
            desk.uploadDrafts.open.value = true
          }}
          onOpen={open => desk.go({ ...firstView('invoices'), open }, true)}
        />
      )}
    </Filing>
  )
}

/** One declaration, with its actions. */
export function DeclarationDetail({ desk, page, id }: Props) {
  const filing = useFiling<Declaration>(page, desk.tables.declarations, id, async () => {
    const { declaration } = await page.host.request('declarations.get', { id: Number(id) })
    return declaration
  })
  return (
    <Filing desk={desk} error={filing.error} name={filing.found && declarationName(filing.found)}>
      {filing.found && (
        <DeclarationRow
          isNamed={false}
          declaration={filing.found}
          page={page}
          list={desk.declarations.list}
          onOpenMessage={open => desk.go({ ...firstView('messages'), open }, true)}
        />
      )}
    </Filing>
  )
}

/** A filing among the table's rows, or else the host's: it may lie beyond them, or have left the filter with its outcome. */
function useFiling<T>(page: Page, { pages, spec }: AnyTable, id: string, get: () => Promise<T>) {
  const fetched = useSignal<T | undefined>(undefined)
  const error = useSignal<unknown>(undefined)
  const listed: T | undefined = [...pages.items.value.values()].find(one => spec.idOf(one) === id)
  const overview = page.overview.value
  useEffect(() => {
    if (listed !== undefined) {
      fetched.value = listed
      return
    }
    const gone = new AbortController()
    get().then(
      found => {
        if (gone.signal.aborted) return
        fetched.value = found
        error.value = undefined
      },
      problem => {
        if (!gone.signal.aborted) error.value = problem
      },
    )
    return () => gone.abort()
    // Also after each look at the archive: its state may have changed.
  }, [listed, overview])
  return { found: listed ?? fetched.value, error: error.value }
}

type FilingProps = { desk: DeskState; error: unknown; name: string | undefined; children: ComponentChildren }

function Filing({ desk, error, name, children }: FilingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <article class="detail">
      <DetailHead
        heading={heading}
        title={name ?? <Skeleton chars={20} />}
        onBack={() => desk.go({ open: undefined })}
      />
      {name === undefined && error !== undefined && <ErrorNotice error={error} />}
      <ul class="filing-list">{children}</ul>
    </article>
  )
}
