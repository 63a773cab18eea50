import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { type Declaration, findRow, numberOf, type StatusRow } from '../../../shared/protocol/declarations.ts'
import type { Params, ResultOf } from '../../../shared/protocol/methods.ts'
import type { Archive } from '../../archive/core/archive.ts'
import type { DeclarationStatusPage } from '../../authority/portal/declaration-status-page.ts'
import { applyUnclaimed } from './check.ts'
import { findingLock } from './find-declaration.ts'
import { contradicts, pickRow } from './match-row.ts'

type Ports = { archive: Pick<Archive, 'declarations' | 'locks'>; statusPage: DeclarationStatusPage; now: () => number }
type TrackParams = Params<'declarations.track'>

/**
 * Follows a declaration that the page lists. If it is one of ours with an unknown outcome, because a person says so
 * (`lost`) or because no other fits, ours gets the number: it never becomes a second declaration (D-03).
 */
export async function trackDeclaration(
  { archive, statusPage, now }: Ports,
  { filingNumber, cui, isCounter, lost }: TrackParams,
  signal: AbortSignal,
): Promise<ResultOf<'declarations.track'>> {
  const { declarations, locks } = archive
  return locks.withLock(findingLock(cui), signal, async () => {
    const answer = await statusPage.query({ filingNumber, cui, isCounter }, signal)
    if (answer.kind === 'invalid-input') throw new RecipisaError('status-input-invalid', { message: answer.message })
    const row = answer.kind === 'found' ? findRow(answer.rows, filingNumber) : undefined
    if (answer.kind !== 'found' || !row) throw new RecipisaError('declaration-not-found', { number: filingNumber, cui })
    const declaration = lost === undefined ? unknownOf(row, answer.rows) : chosenUnknown(lost, row)
    const followed = declaration ? identify(declaration, row) : follow(row)
    // The page has just answered, so it need not be asked again.
    applyUnclaimed({ archive, now }, followed.id, { cui, rows: answer.rows })
    const others = answer.rows.filter(
      other => other !== row && !declarations.byFilingNumber(numberOf(other), other.isCounter, cui),
    )
    return { declaration: declarations.get(followed.id) ?? followed, others }
  })

  /** Our declaration of unknown outcome for this row, if each is the other's only match. */
  function unknownOf(row: StatusRow, rows: readonly StatusRow[]): Declaration | undefined {
    if (isCounter || declarations.byFilingNumber(filingNumber, false)) return undefined
    return unknownDeclarations().find(one => {
      const found = pickRow(archive, one, rows)
      return found.kind === 'found' && found.filingNumber === row.filingNumber
    })
  }

  /** The declaration that a person named; throws `declaration-other` if page or mailbox contradict. */
  function chosenUnknown(id: number, row: StatusRow): Declaration {
    const declaration = declarations.get(id)
    if (!declaration) throw new RecipisaError('declaration-unknown', { id })
    const isSame = declaration.filingNumber === filingNumber && !declaration.isCounter && !isCounter
    if (isSame) return declaration
    if (declaration.state !== 'unknown') throw new RecipisaError('declaration-not-lost', { id })
    if (isCounter || declaration.cui !== cui || contradicts(archive, declaration, row, true)) {
      const day = row.uploadedOn ?? row.registeredOn ?? ''
      throw new RecipisaError('declaration-other', { id, number: filingNumber, form: row.form, day })
    }
    return declaration
  }

  function identify(declaration: Declaration, row: StatusRow): Declaration {
    if (declaration.state !== 'unknown') return declaration
    const form = declaration.form ?? (row.form || null)
    const change = {
      state: 'processing',
      filingNumber: row.filingNumber,
      form,
      nextCheckAt: now(),
      trouble: null,
    } as const
    const identified = declarations.update(declaration.id, change)
    if (identified) return identified
    const holder = declarations.byFilingNumber(row.filingNumber, false)
    throw new RecipisaError('declaration-number-taken', { number: row.filingNumber, id: holder?.id ?? 0 })
  }

  function follow(row: StatusRow): Declaration {
    const found = { ...NOTHING_KNOWN, cui, filingNumber, isCounter, form: row.form || null }
    const declaration = declarations.add({ ...found, origin: 'elsewhere' })
    // Its number opens the page for the missing declarations.
    for (const { id } of unknownDeclarations()) declarations.update(id, { nextCheckAt: now() })
    return declaration
  }

  function unknownDeclarations(): Declaration[] {
    return declarations.list({ cui, state: 'unknown', limit: 500, offset: 0 }).items
  }
}

const NOTHING_KNOWN = { companyName: null, period: null, fileName: null, sha256: null, size: null }
