import browser from 'webextension-polyfill'
import { RecipisaError } from '../../../../shared/errors/recipisa-error.ts'
import { HostFailure } from '../../../host/failure.ts'
import type { AskForCompanies } from '../ask-registers.ts'
import { CARD_PORT, type CardAnswer } from '../card-port.ts'

/** Asks through the background: only the extension's own pages may speak with the host. */
export const askBackground: AskForCompanies = ({ cuis, refresh }, onCompanies, signal) =>
  new Promise((resolve, reject) => {
    const port = browser.runtime.connect({ name: CARD_PORT })
    const end = (settle: () => void) => {
      port.disconnect()
      settle()
    }
    port.onMessage.addListener((message: unknown) => {
      const answer = message as CardAnswer // the background's own words, by way of the browser
      if ('companies' in answer) onCompanies(answer.companies)
      else if ('error' in answer) end(() => reject(new HostFailure(answer.error)))
      else end(resolve)
    })
    port.onDisconnect.addListener(() => reject(new RecipisaError('host-lost', { problem: 'disconnected' })))
    signal.addEventListener('abort', () => end(() => reject(new RecipisaError('cancelled'))))
    port.postMessage({ cuis: [...cuis], refresh })
  })
