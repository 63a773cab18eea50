import { hasCome } from '../../jobs/schedule.ts'
import type { Queue } from '../../jobs/work-loop.ts'
import type { Services } from '../../services.ts'
import { checkDeclaration } from './check.ts'
import type { DeclarationPorts } from './ports.ts'
import { sendDeclaration } from './send.ts'

export async function declarationPorts(services: Services): Promise<DeclarationPorts> {
  const { now, explain } = services
  return {
    archive: await services.archive(),
    portal: await services.portal(),
    session: await services.portalSession(),
    statusPage: await services.declarationStatusPage(),
    now,
    explain,
  }
}

/** Does what is to be done next for one declaration, in this process. */
export async function advanceDeclaration(services: Services, id: number, signal: AbortSignal): Promise<void> {
  const ports = await declarationPorts(services)
  const { declarations } = ports.archive
  if (declarations.get(id)?.state === 'sending') await sendDeclaration(ports, id, signal)
  else await checkDeclaration(ports, id, signal)
  const declaration = declarations.get(id)
  services.log.info('declaration', { id, state: declaration?.state, trouble: declaration?.trouble?.details })
}

/** Declarations to be sent, one after the other, and those to be asked about. */
export async function declarationQueues(services: Services): Promise<Queue[]> {
  const { declarations } = await services.archive()
  const queue = (name: string, lanes: number, isSending: boolean): Queue => ({
    name,
    lanes,
    due: moment =>
      declarations
        .open()
        .filter(({ state, nextCheckAt }) =>
          state === 'sending' ? isSending : !isSending && hasCome(nextCheckAt, moment),
        )
        .map(({ id }) => id),
    isClaimed: declarations.isClaimed,
    advance: (id, signal) => advanceDeclaration(services, id, signal),
  })
  return [queue('declarations to send', 1, true), queue('declarations', 4, false)]
}
