import { randomUUID } from 'node:crypto'
import type { Clock } from '../clock.ts'
import { json, type Reply, reply } from '../http.ts'
import type { RegisterQuirks } from './registers.ts'

const DAY = 86_400_000

/** Questions to the asynchronous service, by the authority's clock: ready after a while, delivered once, gone after 3 days. */
export type AsyncJobs = {
  submit(result: () => unknown): Reply
  download(id: string): Reply
}

export function createAsyncJobs(quirks: RegisterQuirks, clock: Clock): AsyncJobs {
  const jobs = new Map<string, { since: number; result: () => unknown }>()
  return {
    submit: result => {
      const correlationId = randomUUID()
      jobs.set(correlationId, { since: clock.now(), result })
      return json({ cod: 200, message: 'Successful', correlationId })
    },
    download: id => {
      const job = jobs.get(id)
      if (!job) return json({ cod: 404, message: `Nu exista date pentru id ${id} sau au fost deja descarcate` }, 404)
      const age = clock.now() - job.since
      if (age > 3 * DAY) return json({ cod: 404, message: `Raspunsul pentru id ${id} a expirat` }, 404)
      if (age < quirks.readyMs) return notReady(quirks.notReady)
      jobs.delete(id)
      return json(job.result())
    },
  }
}

/** Nobody has seen this answer: each form is a believable one. */
function notReady(form: RegisterQuirks['notReady']): Reply {
  if (form === 'empty') return reply(200, 'application/json', '')
  if (form === 'no-content') return reply(204, 'application/json', '')
  if (form === 'text') return reply(200, 'text/plain;charset=UTF-8', 'Cererea este in curs de procesare')
  if (form === 'not-found') return json({ cod: 404, message: 'Cererea este in curs de procesare' }, 404)
  if (form === 'no-companies') return json({ found: [], notFound: [] })
  if (form === 'refused') return json({ cod: 400, message: 'Raspunsul nu este gata' }, 400)
  if (form === 'unknown-id') return json({ cod: 404, message: 'Nu exista date pentru acest id' }, 404)
  if (form === 'word') return reply(200, 'application/json', 'null')
  if (form === 'note') return json({ eroare: 'Cererea nu a fost inca procesata', titlu: 'Download' })
  return json({ cod: 201, message: 'Cererea este in curs de procesare' })
}
