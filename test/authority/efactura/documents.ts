import { type Exchange, type Reply, reply } from '../http.ts'
import * as answers from './answers.ts'
import type { ApiContext, Caller } from './context.ts'

const DAY = 86_400_000
const DIGITS = /^\d+$/

/** `descarcare`. */
export function download({ query }: Exchange, caller: Caller, context: ApiContext): Reply {
  const { world, clock, limits, daily, zips } = context
  const note = (text: string) => answers.note('Descarcare mesaj', text)
  const id = query.get('id') ?? ''
  if (id === '') return answers.missing(clock.now(), 'Parametrul id este obligatoriu')
  if (!DIGITS.test(id)) return note(`Id descarcare introdus= ${id} nu este un numar intreg`)
  const message = world.messages.get(id)
  if (message?.upload.environment !== caller.environment)
    return note(`Pentru id=${id} nu exista inregistrata nici o factura`)
  if (!world.hasRight(caller.certificateSerial, message.cui)) return note(answers.DOWNLOAD_FORBIDDEN)
  if (clock.now() - message.upload.processedAt > limits.downloadDays * DAY) return note(answers.DOWNLOAD_EXPIRED)
  if (!daily.take(`download ${id}`, limits.downloadsPerDay))
    return note(answers.downloadLimit(limits.downloadsPerDay, id))
  const answer = reply(200, 'application/zip', zips.of(message))
  return { ...answer, headers: { ...answer.headers, 'Content-Disposition': `attachment; filename=${id}.zip` } }
}

/** `stareMesaj`. */
export function status({ query }: Exchange, caller: Caller, context: ApiContext): Reply {
  const { world, clock, limits, daily } = context
  const index = query.get('id_incarcare') ?? ''
  if (index === '') return answers.missing(clock.now(), 'Parametrul id_incarcare este obligatoriu')
  if (!DIGITS.test(index)) return answers.statusError(`Id_incarcare introdus= ${index} nu este un numar intreg`)
  const upload = world.uploads.get(index)
  if (upload?.environment !== caller.environment)
    return answers.statusError(`Nu exista factura cu id_incarcare= ${index}`)
  const parties = [upload.seller.cui, upload.buyer.cui, upload.file?.cif ?? '']
  if (!parties.some(cui => world.hasRight(caller.certificateSerial, cui)))
    return answers.statusError(`Nu aveti dreptul de inteorgare pentru id_incarcare= ${index}`)
  if (!daily.take(`status ${index}`, limits.statusPerDay))
    return answers.statusError(answers.statusLimit(limits.statusPerDay, index))
  if (clock.now() < upload.processedAt) return answers.status('in prelucrare')
  if (upload.outcome === 'rejected') return answers.status('XML cu erori nepreluat de sistem')
  const own = world.messagesOfUpload(index).find(({ cui }) => world.hasRight(caller.certificateSerial, cui))
  return answers.status(upload.outcome, own?.id)
}
