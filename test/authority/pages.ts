import { html, type Reply } from './http.ts'

const page = (title: string, body: string) =>
  `<!DOCTYPE html>\n<html><head><title>${title}</title></head><body>\n${body}\n</body></html>\n`

/** The firewall's page: HTTP 200, recognizable only by its content (E-27). */
export function firewallPage(supportId: string): Reply {
  const text = `The requested URL was rejected. Please consult with your administrator.<br><br>Your support ID is: ${supportId}<br><br><a href='javascript:history.back();'>[Go Back]</a>`
  return html(page('Request Rejected', text))
}

/** Comes with 200 or with 503. */
export const maintenancePage = (status: 200 | 503): Reply =>
  html(
    page(
      'Mentenanță',
      '<h1>Sistem în mentenanță</h1><p>Serviciul este momentan indisponibil. Reveniți mai târziu.</p>',
    ),
    status,
  )

/** The login wall: HTTP 200, recognizable only by its text (G-04). */
export const loginWall = (): Reply =>
  html(
    page(
      'Autentificare',
      '<h1>Certificatul nu a fost prezentat</h1><p>Pentru a accesa aplicația prezentați un certificat digital calificat.</p>',
    ),
  )

export const notFoundPage = (): Reply => html(page('404 Not Found', '<h1>Not Found</h1>'), 404)

export const badRequestPage = (problem: string): Reply =>
  html(page('400 Bad Request', `<h1>Bad Request</h1><p>${problem}</p>`), 400)
