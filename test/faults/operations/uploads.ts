import { advanceUpload } from '../../../native-host/capabilities/uploads/advance-upload.ts'
import { sampleXml } from '../../authority/documents/sample.ts'
import { sha256 } from '../../authority/journal.ts'
import { never } from '../../contract/support/wire.ts'
import type { Call } from '../calls.ts'
import { type Machine, OWN, PARTNER } from '../machine.ts'
import { explain, files, type Operation, type Use } from './operation.ts'
import { signedIn } from './sign-in.ts'

const upload =
  (b2c: boolean): Operation['begin'] =>
  async (machine: Machine): Promise<Use> => {
    const { ground, wire, clock } = machine
    await signedIn(machine)
    const { archive, uploadClient, eInvoicing } = wire
    const bytes = Buffer.from(sampleXml({ seller: OWN, buyer: PARTNER, number: `F-${machine.next()}` }))
    const draft = { sha256: await archive.uploads.stage(bytes, 'f.xml'), size: bytes.length, fileName: 'f.xml' }
    const flags = { extern: false, selfBilled: false, enforcement: false, b2c }
    const begun = archive.uploads.begin(
      { ...draft, cui: OWN, standard: 'UBL', flags, invoice: null, corrects: null },
      false,
    )
    if (!('attempt' in begun)) throw new Error('these bytes were uploaded before')
    const { id } = begun.attempt
    const fetchMessage = () => Promise.reject(new Error('a new upload has no document'))
    const ports = { archive, uploadClient, eInvoicing, fetchMessage, now: clock.now, explain }
    return files(() => advanceUpload(ports, id, never), {
      row: () => archive.uploads.get(id),
      taken: () => ground.desk.authority.uploadsOf(sha256(bytes)).length,
    })
  }

const row = (name: string, calls: Call, b2c = false): Operation => ({
  ...{ name, calls, form: calls.method === 'GET' ? 'json' : 'xml', begin: upload(b2c) },
  isCertificate: calls.service === 'certificate',
})

/** An upload proves its token by a list first; that call is a row of its own, for it decides whether anything leaves. */
export const uploads: readonly Operation[] = [
  row('upload, the list before it', { service: 'api', method: 'GET', path: '/listaMesajeFactura' }),
  row('upload', { service: 'api', method: 'POST', path: '/upload' }),
  row('uploadb2c', { service: 'api', method: 'POST', path: '/uploadb2c' }, true),
]

export const uploadsByCertificate: readonly Operation[] = [
  row('upload, certificate', { service: 'certificate', method: 'POST', path: '/upload' }),
]
