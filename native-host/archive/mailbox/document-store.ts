import { join } from 'node:path'
import type { ListedMail } from '../../../shared/domain/mailbox.ts'
import { romaniaDay } from '../../../shared/domain/romania-time.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Disk } from '../store/disk.ts'
import { hash } from '../store/document-store.ts'
import { digits, safePart, sidecarName } from '../store/names.ts'
import { periodText } from './message-rows.ts'
import { formatMailSidecar, type MailSidecar, parseMailSidecar } from './sidecar.ts'

/** Folder of the mailbox's documents within a month. */
const FOLDER = 'mesaje-spv'
/** A PDF says what it is within this many bytes (ISO 32000-1, annex H.3.4.1). */
const HEAD = 1024

/** Where a document lies and what it is. */
export type StoredMail = { path: string; sha256: string; size: number; archivedAt: number }

type Options = {
  disk: Disk
  /** The folder of the documents. */
  root: string
  keepAside: (name: string, bytes: Uint8Array) => Promise<string>
  now: () => number
}

/** Documents of the mailbox on disk, in the order of steps that `DocumentStore` has: whichever was the last, `recover` goes on. */
export class MailStore {
  readonly #disk: Disk
  readonly #root: string
  readonly #keepAside: Options['keepAside']
  readonly #now: () => number

  constructor({ disk, root, keepAside, now }: Options) {
    this.#disk = disk
    this.#root = root
    this.#keepAside = keepAside
    this.#now = now
  }

  /** Brings a downloaded PDF to its place. `subject` is what its name says beside the type. */
  async store(mail: ListedMail, subject: string | null, pdf: Uint8Array): Promise<StoredMail> {
    if (!isPdf(pdf)) {
      const kept = await this.#keepAside(`${mail.id}.pdf`, pdf)
      throw new RecipisaError('answer-unexpected', { operation: 'descarcare', problem: 'not a PDF', kept })
    }
    await this.#disk.makeFolder(join(this.#root, '.incoming'))
    await this.#replace(this.#incoming(mail.id), pdf)
    return this.#place(mail, subject, pdf)
  }

  /** Finds what an interrupted `store` has left; undefined if there is nothing whole. */
  async recover(mail: ListedMail, subject: string | null): Promise<StoredMail | undefined> {
    const pdf = await this.#disk.read(this.#incoming(mail.id))
    // Whole: it got this name after it was synced.
    if (pdf && isPdf(pdf)) return this.#place(mail, subject, pdf)
    const folder = mailFolder(mail)
    const sidecar = await this.#sidecar(`${folder}/${sidecarName(mail.id)}`)
    if (sidecar?.mail.id !== mail.id) return undefined
    const path = `${folder}/${sidecar.file}`
    const filed = await this.read(path)
    if (!filed || hash(filed) !== sidecar.sha256) return undefined
    return { path, sha256: sidecar.sha256, size: filed.length, archivedAt: sidecar.archivedAt }
  }

  /** Bytes of a filed document; undefined if the file is gone. */
  read(path: string): Promise<Uint8Array | undefined> {
    return this.#disk.read(this.absolute(path))
  }

  absolute(path: string): string {
    return join(this.#root, ...path.split('/'))
  }

  /** Every sidecar of the mailbox, with its folder relative to that of the documents. */
  async *sidecars(): AsyncGenerator<{ folder: string; sidecar: MailSidecar }> {
    const below = async (folder: string, name: RegExp) =>
      (await this.#disk.list(this.absolute(folder))).filter(one => name.test(one))
    for (const cui of await below('', /^\d+$/)) {
      for (const year of await below(cui, /^\d{4}$/)) {
        for (const month of await below(`${cui}/${year}`, /^\d{2}$/)) {
          const folder = [cui, year, month, FOLDER].join('/')
          for (const name of await below(folder, /^\.\d+\.json$/)) {
            const sidecar = await this.#sidecar(`${folder}/${name}`)
            if (sidecar) yield { folder, sidecar }
          }
        }
      }
    }
  }

  /** The new bytes or the old ones, never a part. */
  async #replace(path: string, bytes: Uint8Array): Promise<void> {
    await this.#disk.write(`${path}.part`, bytes)
    await this.#disk.rename(`${path}.part`, path)
  }

  async #place(mail: ListedMail, subject: string | null, pdf: Uint8Array): Promise<StoredMail> {
    const folder = mailFolder(mail)
    const file = `${mailName(mail, subject)}.pdf`
    const filed = { sha256: hash(pdf), size: pdf.length, archivedAt: this.#now() }
    await this.#disk.makeFolder(this.absolute(folder))
    const sidecar = formatMailSidecar({ version: 1, file, ...filed, mail })
    await this.#replace(this.absolute(`${folder}/${sidecarName(mail.id)}`), sidecar)
    await this.#disk.rename(this.#incoming(mail.id), this.absolute(`${folder}/${file}`))
    await this.#disk.syncFolder(this.absolute(folder))
    return { ...filed, path: `${folder}/${file}` }
  }

  async #sidecar(path: string): Promise<MailSidecar | undefined> {
    const bytes = await this.#disk.read(this.absolute(path))
    return bytes && parseMailSidecar(bytes)
  }

  /** Ids of messages and those of the invoices' lists are counted apart. */
  #incoming(id: string): string {
    return join(this.#root, '.incoming', `spv-${digits(id)}.pdf`)
  }
}

/** `<CUI>/<year>/<month>/mesaje-spv` */
function mailFolder({ cui, createdAt }: ListedMail): string {
  const [year, month] = romaniaDay(createdAt).split('-')
  return [digits(cui), year, month, FOLDER].join('/')
}

/** `2026-11-20_RECIPISA_D112-2026-10_3001474425`, without its ending; unique by the id at its end. */
function mailName({ id, type, createdAt, receipt }: ListedMail, subject: string | null): string {
  const confirmed = receipt && [receipt.form, receipt.period && periodText(receipt.period)].filter(Boolean).join('-')
  const parts = [romaniaDay(createdAt), safePart(type), safePart(confirmed || subject || ''), digits(id)]
  return parts.filter(part => part !== '').join('_')
}

/** By its bytes, whatever anybody says of them (S-05). */
function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(HEAD, bytes.length)).includes('%PDF-', 0, 'latin1')
}
