import * as v from 'valibot'
import { MAX_CHUNK } from '../../../shared/protocol/envelope.ts'
import { FetchBodyEvent, type FetchEvent, FetchEvent as FetchEventSchema } from '../../../shared/protocol/fetch.ts'
import type { Authority } from '../../authority/authority.ts'
import { type CallOptions, call } from '../../authority/call.ts'
import type { HostProcess } from './host.ts'

/** Stands in for the extension at the other end of the port: it makes the host's calls in real TLS with a certificate. */
export class CertificateBrowser {
  /** The requested calls, as `GET path`. */
  readonly asked: string[] = []
  /** Presented on each call; undefined while the person has to choose it. */
  certificate: CallOptions['certificate']
  readonly #authority: Authority
  readonly #host: HostProcess
  readonly #bodies = new Map<number, { event: FetchEvent; chunks: Buffer[] }>()

  constructor(host: HostProcess, authority: Authority, certificate: CallOptions['certificate']) {
    this.#authority = authority
    this.#host = host
    this.certificate = certificate
    void this.#listen()
  }

  async #listen() {
    for (let read = 0; ; ) {
      try {
        await this.#host.message(() => this.#host.messages.length > read)
      } catch {
        return // the host has ended
      }
      for (const { event, params } of this.#host.messages.slice(read)) {
        read++
        if (event === 'fetch') this.#begin(v.parse(FetchEventSchema, params))
        if (event === 'fetch-body') this.#body(v.parse(FetchBodyEvent, params))
      }
    }
  }

  #begin(event: FetchEvent) {
    this.asked.push(`${event.method} ${new URL(event.url).pathname}`)
    if (!this.certificate) return this.#say(event, { part: 'failed', failure: 'no-choice', problem: 'x' })
    this.#say(event, { part: 'taken' })
    if (event.size === 0) return void this.#call(event)
    this.#bodies.set(event.fetch, { event, chunks: [] })
  }

  #body({ fetch, data }: v.InferOutput<typeof FetchBodyEvent>) {
    const call = this.#bodies.get(fetch)
    if (!call) return
    call.chunks.push(Buffer.from(data, 'base64'))
    const body = Buffer.concat(call.chunks)
    if (body.length < call.event.size) return
    this.#bodies.delete(fetch)
    void this.#call(call.event, body)
  }

  async #call(event: FetchEvent, body?: Buffer) {
    try {
      const {
        status,
        headers,
        body: bytes,
      } = await call(this.#authority, event.url, {
        method: event.method,
        ...(event.contentType ? { headers: { 'Content-Type': event.contentType } } : {}),
        ...(body ? { body } : {}),
        ...(this.certificate ? { certificate: this.certificate } : {}),
      })
      const texts = Object.entries(headers).map(([name, value]) => [name, String(value)])
      this.#say(event, { part: 'head', status, headers: Object.fromEntries(texts) })
      for (let at = 0; at < bytes.length; at += MAX_CHUNK)
        this.#say(event, { part: 'data', data: bytes.subarray(at, at + MAX_CHUNK).toString('base64') })
      this.#say(event, { part: 'end' })
    } catch (error) {
      const failure = (error as NodeJS.ErrnoException).code === 'ECONNREFUSED' ? 'unsent' : 'lost'
      this.#say(event, { part: 'failed', failure, problem: String(error) })
    }
  }

  #say({ fetch }: FetchEvent, answer: object) {
    this.#host.send({ fetched: fetch, answer })
  }
}
