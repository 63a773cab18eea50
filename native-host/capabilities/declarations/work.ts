import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { LoggedHostPorts } from '../../jobs/host-ports.ts'
import { hasCome } from '../../jobs/schedule.ts'
import type { Queue } from '../../jobs/work-loop.ts'
import { checkDeclaration } from './check.ts'
import type { DeclarationPorts } from './ports.ts'
import { sendDeclaration } from './send.ts'
import { withdrawDeclaration } from './submit.ts'

/** The parts for the work on declarations, each opened on first use. */
export type DeclarationParts = LoggedHostPorts & {
  archive: () => Promise<DeclarationPorts['archive']>
  portal: () => Promise<DeclarationPorts['portal']>
  portalSession: () => Promise<DeclarationPorts['session']>
  declarationStatusPage: () => Promise<DeclarationPorts['statusPage']>
}

export type DeclarationWork = {
  /** Does the next step of one declaration in this process. */
  advance(id: number, signal: AbortSignal): Promise<void>
  /**
   * Does the next step of each of these declarations in this process, for a person who waits. Without a session an
   * unsent declaration becomes `not-sent` at once: nobody signs in here.
   */
  advanceOrWithdraw(ids: readonly number[], signal: AbortSignal): Promise<void>
  queues(): Promise<Queue[]>
}

export function createDeclarationWork(parts: DeclarationParts): DeclarationWork {
  const { archive, portal, portalSession, declarationStatusPage, now, explain, log } = parts

  const advance = async (id: number, signal: AbortSignal) => {
    const ports: DeclarationPorts = {
      archive: await archive(),
      portal: await portal(),
      session: await portalSession(),
      statusPage: await declarationStatusPage(),
      now,
      explain,
    }
    const { declarations } = ports.archive
    if (declarations.get(id)?.state === 'sending') await sendDeclaration(ports, id, signal)
    else await checkDeclaration(ports, id, signal)
    const declaration = declarations.get(id)
    log.info('declaration', { id, state: declaration?.state, trouble: declaration?.trouble?.details })
  }

  return {
    advance,
    async advanceOrWithdraw(ids, signal) {
      const [opened, session] = [await archive(), await portalSession()]
      for (const { id, state } of ids.flatMap(each => opened.declarations.get(each) ?? [])) {
        const hasNoSession = state === 'sending' && (await session.status()).state !== 'active'
        if (hasNoSession) withdrawDeclaration(opened, id, new RecipisaError('gateway-session-expired'))
        else await advance(id, signal)
      }
    },
    async queues() {
      const { declarations } = await archive()
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
        advance,
      })
      // Declarations are sent one after the other, and checked side by side.
      return [queue('declarations to send', 1, true), queue('declarations', 4, false)]
    },
  }
}
