import { composeRasp } from '../../../shared/documents/rasp.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { isUploadSettled } from '../../../shared/filings/settled.ts'
import type { Params } from '../../../shared/protocol/methods.ts'
import type { Upload } from '../../../shared/protocol/uploads.ts'
import { noteError } from '../../authority/efactura/notes.ts'
import { beginUpload } from '../../capabilities/uploads/begin-upload.ts'
import { followUpload, isSent } from '../../capabilities/uploads/follow-upload.ts'
import { inspectUpload } from '../../capabilities/uploads/inspect.ts'
import { whenUnclaimed } from '../../jobs/when-unclaimed.ts'
import type { Worker } from '../../jobs/worker.ts'
import type { Services } from '../../services.ts'
import { fitAnswer } from '../core/fit-answer.ts'
import type { Context, Handlers } from '../core/handler.ts'

type Area = Extract<keyof Handlers, `uploads.${string}`>

/** Uploads to e-Factura: inspecting a document, sending it once, and following its outcome. */
export function uploadsOperations(services: Services): Pick<Handlers, Area> {
  const follow = async (
    id: number,
    worker: Worker,
    isOver: (upload: Upload) => boolean,
    { signal, progress }: Pick<Context<{ attempt: Upload }>, 'signal' | 'progress'>,
  ) => {
    const { uploads } = await services.archive()
    const revive = () => worker.run(() => services.work.uploads.advance(id, signal))
    const show = (attempt: Upload) => progress({ attempt })
    return { attempt: await followUpload(uploads, id, isOver, { now: services.now, revive, signal, progress: show }) }
  }
  return {
    'uploads.inspect': async ({ fileName, data }) =>
      inspectUpload(await services.archive(), Buffer.from(data, 'base64'), fileName),
    'uploads.compose': async ({ invoiceId, message }) => {
      const archive = await services.archive()
      const item = archive.messages.get(invoiceId)?.item
      if (!item) throw new RecipisaError('message-unknown', { id: invoiceId })
      if (item.direction !== 'received' && item.direction !== 'both')
        throw new RecipisaError('invoice-not-received', { id: invoiceId })
      const bytes = new TextEncoder().encode(composeRasp(item.uploadIndex, message))
      const inspection = await inspectUpload(archive, bytes, `mesaj_${item.uploadIndex}.xml`)
      return { ...inspection, cui: item.cui, rights: archive.companies.get(item.cui)?.rights ?? 'not-listed' }
    },
    'uploads.send': async (params, context) => {
      // An upload that no process would send is not recorded.
      const worker = await services.apiWorker()
      const { id } = await beginUpload(await services.archive(), params)
      worker.begin()
      return follow(id, worker, isSent, context)
    },
    'uploads.follow': async ({ id }, context) =>
      follow(
        id,
        await services.apiWorker(),
        attempt => context.isEnough?.({ attempt }) ?? isUploadSettled(attempt),
        context,
      ),
    'uploads.list': async ({ open, ...query }) => {
      const { uploads } = await services.archive()
      const { items, total } = open ? openUploads(uploads.open(), query) : uploads.list(query)
      return { items: fitAnswer(items), total }
    },
    'uploads.get': async ({ id }) => ({ upload: known((await services.archive()).uploads.get(id), id) }),
    'uploads.check': async ({ id }, { signal }) => {
      const { uploads } = await services.archive()
      const before = uploads.get(id)
      if (before && before.state !== 'sending') {
        const check = () => services.work.uploads.advance(id, signal)
        await whenUnclaimed(() => uploads.isClaimed(id), check, signal)
      }
      return { attempt: known(uploads.get(id), id) }
    },
    'uploads.status': async ({ uploadIndex }, { signal }) => {
      const status = await (await services.eInvoicing()).status(uploadIndex, signal)
      if (status.kind === 'query-error') throw noteError('stareMesaj', status.messages.join(' '))
      return { state: status.kind, downloadId: 'downloadId' in status ? status.downloadId : null }
    },
  }
}

function known(upload: Upload | undefined, id: number): Upload {
  if (!upload) throw new RecipisaError('argument-invalid', { name: 'id', value: id, problem: 'no such upload' })
  return upload
}

/** The page of a list of unfinished uploads, the latest first. */
function openUploads(
  open: readonly Upload[],
  { cui, state, limit, offset }: Pick<Params<'uploads.list'>, 'cui' | 'state' | 'limit' | 'offset'>,
) {
  const items = open.filter(one => (!cui || one.cui === cui) && (!state || one.state === state)).toReversed()
  return { items: items.slice(offset, offset + limit), total: items.length }
}
