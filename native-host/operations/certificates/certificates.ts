import { isAbsolute } from 'node:path'
import { serialKey } from '../../../shared/domain/certificates.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { toErrorBody } from '../../../shared/errors/to-error-body.ts'
import type { CertificateList, CertificateModule } from '../../../shared/protocol/certificates.ts'
import { listCertificates, type Present } from '../../certificates/certificate-list.ts'
import { describeCertificate } from '../../certificates/describe-certificate.ts'
import type { Services } from '../../services.ts'
import type { Handlers } from '../core/handler.ts'

type Area = 'certificates.list' | 'certificates.addModule' | 'certificates.removeModule' | 'certificates.forget'

/** A module after reading, with the certificates of its tokens. */
type Reading = { module: CertificateModule; present: Present[] }

/** The certificates of this computer's tokens, and those that sign-ins have shown (H-11). */
export function certificatesOperations(services: Services): Pick<Handlers, Area> {
  return {
    'certificates.list': async ({ module }, { signal }) => {
      if (module === undefined) return listAll(services, signal)
      return listOf(services, [await read(services, absolute(module), signal)])
    },
    'certificates.addModule': async ({ path }, { signal }) => {
      const { certificates } = await services.archive()
      await read(services, absolute(path), signal)
      certificates.addModule(path)
      return listAll(services, signal)
    },
    'certificates.removeModule': async ({ path }, { signal }) => {
      const { certificates } = await services.archive()
      certificates.removeModule(path)
      return listAll(services, signal)
    },
    'certificates.forget': async ({ serial }) => ({
      forgotten: (await services.archive()).certificates.forget(serialKey(serial)),
    }),
  }
}

function absolute(path: string): string {
  if (isAbsolute(path)) return path
  throw new RecipisaError('argument-invalid', { name: 'path', value: path, problem: 'not an absolute path' })
}

/** Reads every module. An unreadable one is in the list with the reason. */
async function listAll(services: Services, signal: AbortSignal): Promise<CertificateList> {
  const [archive, found] = [await services.archive(), await services.tokenModules()]
  const added = archive.certificates.modules()
  const paths = [...new Set([...added, ...found])]
  const readings = paths.map(async (path): Promise<Reading> => {
    try {
      return await read(services, path, signal)
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof RecipisaError)) throw error
      return { module: { path, isAdded: false, tokens: 0, error: toErrorBody(error) }, present: [] }
    }
  })
  return listOf(services, await Promise.all(readings))
}

async function read(services: Services, path: string, signal: AbortSignal): Promise<Reading> {
  const tokens = await services.readTokenModule(path, signal)
  const present = tokens.flatMap(({ label, certificates }) =>
    certificates.flatMap(text => {
      const facts = describeCertificate(Buffer.from(text, 'base64'))
      return facts ? { facts, token: label } : []
    }),
  )
  return { module: { path, isAdded: false, tokens: tokens.length, error: null }, present }
}

async function listOf(services: Services, readings: readonly Reading[]): Promise<CertificateList> {
  const [{ certificates, rights }, signIns] = [await services.archive(), await services.signIns()]
  const present = readings.flatMap(reading => reading.present)
  certificates.seen(present.map(({ facts }) => facts))
  // Tokens are read without any secret, so a credential store that is locked does not hide them.
  const { serial, previousSerial } = (await signIns()).auth
  // If each call shows the certificate, the tokens are unused, and the lists have named the certificate.
  const isShown = (await services.profile()).access === 'certificate'
  const used = isShown ? certificates.lastReaching('e-invoicing') : serial
  const added = new Set(certificates.modules())
  return {
    certificates: listCertificates({
      now: services.now(),
      present,
      known: certificates.known(),
      shown: [
        { serial: used, use: 'e-invoicing' },
        { serial },
        { serial: previousSerial },
        { serial: rights.list().certificateSerial, use: 'mailbox' },
      ],
      reached: certificates.reached(),
    }),
    modules: readings.map(({ module }) => ({ ...module, isAdded: added.has(module.path) })),
  }
}
