import type { ReceiptDetails } from '../../../shared/domain/mailbox.ts'
import { romaniaDay } from '../../../shared/domain/romania-time.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Declaration } from '../../../shared/protocol/declarations.ts'
import type { Owner } from '../coordination/owners.ts'
import type { Database, SqlParams } from '../core/database.ts'
import type { FollowedJournal } from '../core/followed-journal.ts'
import type { DeclarationLine } from '../core/journal.ts'
import { createJournaledAttempts, WAITS_FOR_SENDER } from '../core/journaled-attempts.ts'
import type { NoticeBook } from '../core/notices.ts'
import type { ContentKind, ContentStore } from '../store/content-store.ts'
import { REFUSED_DECLARATION } from '../today/unresolved.ts'
import { declarationConditions, orderOf } from './declaration-query.ts'
import {
  blank,
  changeParams,
  DECLARATION_COLUMNS,
  DECLARATION_TABLES,
  type DeclarationRow,
  insertDeclaration,
  isOutcome,
  JOURNALED,
  OVER,
  OVERDUE,
  toDeclaration,
  YEAR,
} from './declaration-rows.ts'
import {
  type DeclarationChange,
  type DeclarationDraft,
  type Declarations,
  isMistaken,
  isStandIn,
} from './declarations.ts'
import type { Receipts } from './receipts.ts'

/** SQL: states in which nothing was filed. */
const NOT_FILED = `'rejected', 'not-sent'`
const NOT_OVER = `(d.state IN ('sending', 'unknown', 'processing') OR d.next_check_at IS NOT NULL)`

/** PDFs that were inspected or sent, kept while a declaration names them. */
export const STAGED_DECLARATIONS: ContentKind = {
  folder: 'staged/declarations',
  ending: 'pdf',
  table: 'staged_declarations',
  at: 'staged_at',
  needed: 'SELECT 1 FROM declarations WHERE declarations.sha256 = staged_declarations.sha256',
}

type Options = {
  db: Database
  owner: Owner
  journal: FollowedJournal<DeclarationLine>
  staged: ContentStore
  receipts: Receipts
  notices: Pick<NoticeBook, 'receipt' | 'refused'>
  now: () => number
}

/** Declarations. They have no environment: there is only one portal. */
export function createDeclarations({ db, owner, journal, staged, receipts, notices, now }: Options): Declarations {
  const select = (where: string, params: SqlParams, rest = 'ORDER BY d.id DESC'): DeclarationRow[] =>
    db
      .all<DeclarationRow>(`SELECT ${DECLARATION_COLUMNS} FROM ${DECLARATION_TABLES} WHERE ${where} ${rest}`, params)
      .map(row => ({ ...row }))
  const toShown = (row: DeclarationRow) => toDeclaration(row, now())
  const rowOf = (id: number) => select('d.id = :id', { id })[0]
  const attempts = createJournaledAttempts<DeclarationRow, Declaration, DeclarationChange>({
    db,
    owner,
    now,
    table: 'declarations',
    patience: WAITS_FOR_SENDER,
    find: rowOf,
    withContent: sha256 => select('d.sha256 = :sha256', { sha256 }),
    unfinished: () => select(NOT_OVER, {}, 'ORDER BY d.id'),
    toAttempt: toShown,
    writeRow(id, change) {
      const outcome = change.state && isOutcome(change.state) ? { outcomeAt: now() } : {}
      const { set, params } = changeParams({ ...change, ...outcome })
      if (set !== '') db.run(`UPDATE declarations SET ${set} WHERE id = :id`, { id, ...params })
    },
    journaled: JOURNALED,
    appendToJournal: journal.append,
    isOver: state => OVER.has(state),
    unknownId: id => new RecipisaError('declaration-unknown', { id }),
  })
  const byNumber = (filingNumber: string, isCounter: boolean, cui?: string | null) =>
    select(
      'd.filing_number = :filingNumber AND d.is_counter = :isCounter AND (d.is_counter = 0 OR :cui IS NULL OR d.cui = :cui)',
      { filingNumber, isCounter: isCounter ? 1 : 0, cui: cui ?? null },
    )[0]
  const insert = (declaration: Declaration): Declaration => {
    insertDeclaration(db, declaration, 0)
    journal.append(declaration)
    return toShown(attempts.known(declaration.id))
  }

  /** Takes a declaration off the list, in row and journal; within the caller's transaction. */
  const remove = (id: number) => {
    db.run('DELETE FROM declarations WHERE id = :id', { id })
    journal.append({ id, isForgotten: true })
  }

  /** The declarations queued behind the one being sent start waiting only now. */
  const restartWait = (id: number) =>
    db.run(
      `UPDATE declarations SET checked_at = CASE id WHEN :id THEN NULL ELSE :now END WHERE id = :id
        OR state = 'sending' AND started = 0
          AND coalesce(checked_at, created_at) > :since AND coalesce(checked_at, created_at) <= :now`,
      { id, now: now(), since: now() - WAITS_FOR_SENDER.lasts },
    )

  const newDeclaration = ({ again: _, ...draft }: DeclarationDraft): Declaration => ({
    ...blank(attempts.nextId(), now()),
    ...draft,
    state: 'sending',
    origin: 'program',
    repeats: attempts.sentBefore(draft.sha256)[0]?.id ?? null,
  })

  return {
    stage: staged.put,
    staged: staged.get,
    begin: drafts =>
      journal.recording(() => {
        for (const { sha256, again } of drafts) {
          const earlier = attempts.earlier(sha256, again)
          if (earlier) return { earlier }
        }
        return { begun: drafts.map(draft => insert(newDeclaration(draft))) }
      }),
    add: ({ filingNumber, isCounter, ...found }) =>
      journal.recording(() => {
        const holder = byNumber(filingNumber, isCounter, found.cui)
        // A page proves nothing until the authority has confirmed it.
        const isWrong = found.origin !== 'portal' && holder !== undefined && isMistaken(holder, found.cui)
        if (isWrong) remove(holder.id)
        const row = isWrong ? undefined : holder
        if (!row)
          return insert({
            ...blank(attempts.nextId(), now()),
            ...found,
            filingNumber,
            isCounter,
            isUnconfirmed: found.origin === 'portal',
            state: 'processing',
            nextCheckAt: now(),
          })
        const missing: DeclarationChange = {
          ...(row.cui === null && found.cui !== null ? { cui: found.cui, nextCheckAt: now() } : {}),
          ...(row.form === null && found.form !== null ? { form: found.form } : {}),
          ...(row.year === null && found.period !== null ? { period: found.period } : {}),
          ...(row.sha256 === null && found.sha256 !== null
            ? { sha256: found.sha256, size: found.size, fileName: found.fileName }
            : {}),
        }
        return attempts.write(row.id, missing)
      }),
    claim: id => attempts.claim(id, () => restartWait(id)),
    release: attempts.release,
    isClaimed: attempts.isClaimed,
    update: (id, change) =>
      db.durable(() => {
        const before = rowOf(id)
        if (!before) return false
        const other = change.filingNumber && byNumber(change.filingNumber, before.isCounter === 1, before.cui)
        if (other && other.id !== id) {
          if (!isStandIn(other, before)) return false
          remove(other.id)
        }
        const after = attempts.change(before, change)
        const isRefused = OVER.has(after.state) && after.state !== 'valid' && after.state !== before.state
        if (isRefused && !after.isUnconfirmed) notices.refused(after)
        return after
      }),
    outcomeSince(id) {
      // The journal does not have this moment; a moment in the future comes from a clock that has been set back since.
      db.run('UPDATE declarations SET outcome_at = :now WHERE id = :id AND (outcome_at IS NULL OR outcome_at > :now)', {
        id,
        now: now(),
      })
      return attempts.known(id).outcomeAt ?? now()
    },
    get(id) {
      const row = rowOf(id)
      return row && toShown(row)
    },
    byFilingNumber(filingNumber, isCounter, cui) {
      const row = byNumber(filingNumber, isCounter, cui)
      return row && toShown(row)
    },
    byContent: sha256 => select('d.sha256 = :sha256', { sha256 }).map(toShown),
    list(query) {
      const { where, params } = declarationConditions(query, now())
      const { limit, offset } = query
      const rows = select(where, { ...params, limit, offset }, `${orderOf(query)} LIMIT :limit OFFSET :offset`)
      const row = db.get<{ total: number }>(`SELECT count(*) AS total FROM declarations d WHERE ${where}`, params)
      return { items: rows.map(toShown), total: row?.total ?? 0 }
    },
    open: attempts.open,
    ofYear: (year, cui) =>
      select(
        `${YEAR} = :year AND d.cui IS NOT NULL
          AND (:cui IS NULL OR d.cui = :cui) AND d.state NOT IN (${NOT_FILED})`,
        { year, cui: cui ?? null },
        'ORDER BY d.id',
      ).map(toShown),
    forget: id =>
      db.durable(() => {
        const { origin, sha256, isUnconfirmed, isOverdue } = toShown(attempts.known(id))
        const isMadeUp = isUnconfirmed && isOverdue
        if (origin === 'program' || (sha256 !== null && !isMadeUp)) return false
        remove(id)
        return true
      }),
    counts(today) {
      const row = db.get<{ open: number; overdue: number; refused: number; today: number; known: number }>(
        `SELECT coalesce(sum(state IN ('sending', 'unknown', 'processing')), 0) AS open,
            coalesce(sum(state IN ('unknown', 'processing') AND (created_at < :overdue OR filed_on < :overdueDay)), 0) AS overdue,
            coalesce(sum(${REFUSED_DECLARATION}), 0) AS refused,
            coalesce(sum(filed_on = :today AND state NOT IN (${NOT_FILED})), 0) AS today,
            count(*) AS known
          FROM declarations`,
        { overdue: now() - OVERDUE, overdueDay: romaniaDay(now() - OVERDUE), today },
      )
      return row ?? { open: 0, overdue: 0, refused: 0, today: 0, known: 0 }
    },
    confirmed: cui =>
      db
        .all<{ receipt: string }>('SELECT receipt FROM mail WHERE cui = :cui AND receipt IS NOT NULL ORDER BY n DESC', {
          cui,
        })
        .map(({ receipt }) => JSON.parse(receipt) as ReceiptDetails),
    async storeReceipt(receipt) {
      const stored = await receipts.store(receipt)
      const followed = byNumber(receipt.uploadIndex, false)
      // No notice about a declaration that only a page in the browser has reported.
      if (followed?.isUnconfirmed === 0) db.transaction(() => notices.receipt(toShown(followed)))
      return stored
    },
    findReceipt: receipts.find,
    readReceipt: receipts.read,
    async readSubmitted(id) {
      const { sha256 } = attempts.known(id)
      const file = sha256 === null ? undefined : await staged.get(sha256)
      if (!file || sha256 === null) throw new RecipisaError('document-missing', { id })
      return { ...file, mediaType: 'application/pdf', sha256 }
    },
  }
}
