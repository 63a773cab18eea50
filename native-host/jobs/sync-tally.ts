import type { ErrorBody } from '../../shared/errors/error-body.ts'
import type { CompanySyncResult, SyncProgress, SyncResult } from '../../shared/protocol/jobs.ts'

const FAILURES_PER_COMPANY = 20
/** Over all companies, so a result stays far below the limit of a message to the browser. */
const FAILURES = 400

/** Most lists with unreadable or foreign entries in a result. */
const UNREAD = 200

/** Counts of one sync: progress while it runs, result at its end. */
export class SyncTally {
  readonly #companies = new Map<string, CompanySyncResult>()
  readonly #listed = new Set<string>()
  #companiesListed = 0
  #done = 0
  #failures = 0
  readonly #unread: ErrorBody[] = []
  total = 0

  constructor(cuis: readonly string[]) {
    for (const cui of cuis)
      this.#companies.set(cui, { cui, listed: 0, downloaded: 0, expired: 0, failed: 0, error: null, failures: [] })
  }

  get cuis(): string[] {
    return [...this.#companies.keys()]
  }

  listed(cui: string, count: number): void {
    this.#companiesListed++
    this.#listed.add(cui)
    this.#of(cui).listed = count
  }

  notListed(cui: string, error: ErrorBody): void {
    this.#companiesListed++
    this.#of(cui).error = error
  }

  /** A list has unreadable entries, or entries that belong to nobody on our list. */
  unread(error: ErrorBody): void {
    if (this.#unread.length < UNREAD) this.#unread.push(error)
  }

  ended(cui: string, how: 'downloaded' | 'expired'): void {
    this.#done++
    this.#of(cui)[how]++
  }

  /** Not this sync's to do after all: another process has it, or the company's rights are gone. */
  skipped(): void {
    this.#done++
  }

  failed(cui: string, id: string, error: ErrorBody): void {
    this.#done++
    const company = this.#of(cui)
    company.failed++
    if (company.failures.length < FAILURES_PER_COMPANY && this.#failures < FAILURES) {
      company.failures.push({ id, error })
      this.#failures++
    }
  }

  /** Whether the company's list was read, whatever the fate of its messages. */
  isListed(cui: string): boolean {
    return this.#listed.has(cui)
  }

  /** Whether the company's list was read and all its messages ended well. */
  complete(cui: string): boolean {
    const company = this.#of(cui)
    return company.error === null && company.failed === 0
  }

  progress(): SyncProgress {
    const companies = this.#companies.size
    return {
      phase: this.#companiesListed < companies && this.#done === 0 ? 'listing' : 'downloading',
      companiesListed: this.#companiesListed,
      companies,
      total: this.total,
      done: this.#done,
    }
  }

  result(startedAt: number, endedAt: number): SyncResult {
    const companies = [...this.#companies.values()]
    const sum = (of: (company: CompanySyncResult) => number) => companies.reduce((all, one) => all + of(one), 0)
    return {
      companies,
      downloaded: sum(company => company.downloaded),
      expired: sum(company => company.expired),
      failed: sum(company => company.failed),
      unread: [...this.#unread],
      startedAt,
      endedAt,
    }
  }

  #of(cui: string): CompanySyncResult {
    const company = this.#companies.get(cui)
    if (!company) throw new Error(`company ${cui} is not part of this sync`)
    return company
  }
}
