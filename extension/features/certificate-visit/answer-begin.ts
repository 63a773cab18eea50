import browser, { type Runtime } from 'webextension-polyfill'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { type BeginAnswer, type BeginMessage, isOwnPage, parseMessage, tellChanged } from '../../browser/messages.ts'
import { failureBody } from '../../host/failure.ts'
import type { Begun } from './visits.ts'
import { watchedHosts } from './watched-hosts.ts'

/** Answers the pages whose button begins a certificate visit, or several. `report` gets the errors that no page waits for. */
export function answerBegin(kind: BeginMessage, start: () => Promise<Begun>, report: (error: unknown) => void): void {
  browser.runtime.onMessage.addListener((message: unknown, sender: Runtime.MessageSender) => {
    return isOwnPage(sender) && parseMessage(message)?.tell === kind ? begin() : undefined
  })

  async function begin(): Promise<BeginAnswer> {
    try {
      // A person can take sites away from an extension; it would not see how the visit ends.
      if (!(await browser.permissions.contains({ origins: watchedHosts() })))
        throw new RecipisaError('site-access-missing')
      const begun = await start()
      // The page showed a button, so its view of the host is out of date.
      if (begun === 'not-needed') tellChanged().catch(report)
      return { error: null, notNeeded: begun === 'not-needed' }
    } catch (error) {
      return { error: failureBody(error), notNeeded: false }
    }
  }
}
