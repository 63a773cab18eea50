import { serialKey } from '../../shared/domain/certificates.ts'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import type { CertificateUse } from '../../shared/protocol/certificates.ts'
import type { CertificateArchive } from '../archive/certificates/certificate-archive.ts'
import { holdersAmong, reach } from './reach.ts'

/** Decides which companies to ask about with the present certificate, and learns from the answers. */
export type CompanyReach = {
  /** The error of a company that is skipped with this certificate because it waits for others. */
  waiting(cui: string): RecipisaError | undefined
  /** Whether only other certificates are known to reach the company. */
  isOfOthers(cui: string): boolean
  /** Records the present certificate, as the service has named it in any spelling. */
  named(serial: string): void
  /** Records that the service answered for the company. */
  granted(cui: string): void
  /**
   * Records a "no right". Returns the error of a company that therefore waits for others, undefined if none has the
   * right.
   */
  denied(cui: string): RecipisaError | undefined
}

type Options = {
  certificates: Pick<CertificateArchive, 'rightsFor' | 'learn'>
  service: CertificateUse
  /** Serial of the present certificate (`serialKey`); null while unnamed, and nothing is learnt then. */
  present: string | null
  now: () => number
}

export function createCompanyReach({ certificates, service, now, ...options }: Options): CompanyReach {
  let { present } = options
  const known = (cui: string) => certificates.rightsFor(service, cui)
  const learn = (cui: string, answer: 'granted' | 'denied') => {
    if (present !== null) certificates.learn(service, present, cui, answer)
  }
  return {
    waiting(cui) {
      const found = reach(known(cui), present, now())
      return found.ask ? undefined : otherCertificate(cui, found.waitsFor)
    },
    isOfOthers(cui) {
      const all = known(cui)
      return (
        holdersAmong(all, present).length > 0 && !all.some(one => one.serial === present && one.answer === 'granted')
      )
    },
    named(serial) {
      present = serialKey(serial) || null
    },
    granted: cui => learn(cui, 'granted'),
    denied(cui) {
      learn(cui, 'denied')
      const others = holdersAmong(known(cui), present)
      return others.length > 0 ? otherCertificate(cui, others) : undefined
    },
  }
}

/** `names`: those of the certificates that reach the company. */
export function otherCertificate(cui: string, names: readonly string[]): RecipisaError {
  return new RecipisaError('certificate-other', { cui, certificates: names.join(', ') })
}
