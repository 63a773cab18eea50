import { composeRasp } from '../../../shared/documents/rasp.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Upload } from '../../../shared/protocol/uploads.ts'
import { noteError } from '../../authority/efactura/notes.ts'
import { beginUpload } from '../../capabilities/uploads/begin-upload.ts'
import { followUpload, isSent, isSettled } from '../../capabilities/uploads/follow-upload.ts'
import { inspect } from '../../capabilities/uploads/inspect.ts'
import { advanceHere } from '../../jobs/here.ts'
import type { Services } from '../../services.ts'
import { fitting } from '../core/fitting.ts'
import type { Handlers } from '../core/handler.ts'

type Area = Extract<keyof Handlers, `uploads.${string}`>

/** Filing: what is about to be sent, sending it once, and what became of it. */
export function uploadsOperations(services: Services): Pick<Handlers, Area> {
  const { now } = services
  // A runner sends: the browser kills a host whose port closes, and an upload can take minutes.
  const revive = () => services.runners.ensure()
  return {
    'uploads.inspect': async ({ fileName, data }) =>
      inspect(await services.archive(), Buffer.from(data, 'base64'), fileName),
    'uploads.compose': async ({ invoiceId, message }) => {
      const archive = await services.archive()
      const item = archive.messages.get(invoiceId)?.item
      if (!item) throw new RecipisaError('message-unknown', { id: invoiceId })
      if (item.direction !== 'received' && item.direction !== 'both')
        throw new RecipisaError('invoice-not-received', { id: invoiceId })
      const bytes = new TextEncoder().encode(composeRasp(item.uploadIndex, message))
      const inspection = await inspect(archive, bytes, `mesaj_${item.uploadIndex}.xml`)
      return { ...inspection, cui: item.cui, rights: archive.companies.get(item.cui)?.rights ?? 'not-listed' }
    },
    'uploads.send': async (params, { signal }) => {
      const archive = await services.archive()
      const { id } = await beginUpload(archive, params)
      const watch = { now, revive, signal, progress: () => undefined }
      return { attempt: await followUpload(archive.uploads, id, isSent, watch) }
    },
    'uploads.follow': async ({ id }, { signal, progress }) => {
      const { uploads } = await services.archive()
      const watch = {
        now,
        revive,
        signal,
        progress: (attempt: Upload) => progress({ attempt }),
      }
      return { attempt: await followUpload(uploads, id, isSettled, watch) }
    },
    'uploads.list': async params => {
      const { items, total } = (await services.archive()).uploads.list(params)
      return { items: fitting(items), total }
    },
    'uploads.check': async ({ id }, { signal }) => {
      const { uploads } = await services.archive()
      if (uploads.get(id)?.state !== 'sending') await advanceHere(services, id, signal)
      const attempt = uploads.get(id)
      if (!attempt) throw new RecipisaError('argument-invalid', { name: 'id', value: id, problem: 'no such filing' })
      return { attempt }
    },
    'uploads.status': async ({ uploadIndex }, { signal }) => {
      const status = await (await services.eInvoicing()).status(uploadIndex, signal)
      if (status.kind === 'query-error') throw noteError('stareMesaj', status.messages.join(' '))
      return { state: status.kind, downloadId: 'downloadId' in status ? status.downloadId : null }
    },
  }
}
