import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'

/** HTTP status of the page that replaces the redirect when the server does not know where to send the code. */
const BAD_REQUEST = 400

/** Whether an answer is the authorize address itself, refused: then no redirect follows, and the tab would stay there. */
export function isRefusedApplication(startsAt: string, answer: { url: string; statusCode: number }): boolean {
  const [asked, answered] = [URL.parse(startsAt), URL.parse(answer.url)]
  const isSame = asked?.origin === answered?.origin && asked?.pathname === answered?.pathname
  return isSame && answer.statusCode === BAD_REQUEST
}

/** The page's complaint: the redirect URI, if it names that, otherwise the whole application. `text` is '' if unreadable. */
export function refusedApplication(text: string, redirectUri: string): RecipisaError {
  const reason = /redirect/i.test(text) ? 'redirect-not-registered' : 'application-unknown'
  return new RecipisaError(reason, { redirectUri })
}
