import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { toErrorBody } from '../../../shared/errors/to-error-body.ts'
import { isDeclarationSettled } from '../../../shared/filings/settled.ts'
import type { Declaration } from '../../../shared/protocol/declarations.ts'
import type { ResultOf } from '../../../shared/protocol/methods.ts'
import type { Archive } from '../../archive/core/archive.ts'
import { calendarOf } from '../../capabilities/declarations/calendar.ts'
import { followDeclarations } from '../../capabilities/declarations/follow-declaration.ts'
import { readDeclaration } from '../../capabilities/declarations/inspect.ts'
import { bringReceipt } from '../../capabilities/declarations/receipt.ts'
import { setCompany } from '../../capabilities/declarations/set-company.ts'
import { beginDeclarations, inspectDeclaration, withdrawDeclaration } from '../../capabilities/declarations/submit.ts'
import { trackDeclaration } from '../../capabilities/declarations/track.ts'
import { whenUnclaimed } from '../../jobs/when-unclaimed.ts'
import type { Services } from '../../services.ts'
import { fitAnswer } from '../core/fit-answer.ts'
import type { Handlers } from '../core/handler.ts'

type Area = Extract<keyof Handlers, `declarations.${string}`>
type Receipt = ResultOf<'declarations.receipts'>['receipts'][number]

/** Declarations: inspecting a PDF, submitting it once, and following it and declarations submitted elsewhere. */
export function declarationsOperations(services: Services): Pick<Handlers, Area> {
  const { worker, work, runner, now } = services
  const known = ({ declarations }: Archive, id: number): Declaration => {
    const declaration = declarations.get(id)
    if (!declaration) throw new RecipisaError('declaration-unknown', { id })
    return declaration
  }

  return {
    'declarations.inspect': async ({ fileName, data }) =>
      inspectDeclaration(await services.archive(), Buffer.from(data, 'base64'), fileName),
    'declarations.submit': async (params, { signal }) => {
      // The call renews the session, so that it lasts for the batch, and fails now if a sign-in is needed.
      await (await services.portalSession()).test(signal)
      const declarations = await beginDeclarations(await services.archive(), params)
      worker.begin()
      return { declarations }
    },
    'declarations.follow': async ({ ids }, { signal, progress, isEnough }) => {
      const archive = await services.archive()
      const isOver = (all: Declaration[]) => isEnough?.({ declarations: all }) ?? all.every(isDeclarationSettled)
      const revive = () => worker.run(() => work.declarations.advanceOrWithdraw(ids, signal))
      const show = (all: Declaration[]) => progress({ declarations: all })
      const watch = { revive, now, signal, progress: show }
      try {
        return { declarations: await followDeclarations(archive.declarations, ids, isOver, watch) }
      } catch (error) {
        // A person who stops a batch wants no more of it sent, not even by another process.
        if (worker.isInProcess && signal.aborted)
          for (const id of ids) withdrawDeclaration(archive, id, new RecipisaError('cancelled'))
        throw error
      }
    },
    'declarations.list': async query => {
      const { items, total } = (await services.archive()).declarations.list(query)
      return { items: fitAnswer(items), total }
    },
    'declarations.get': async ({ id }) => ({ declaration: known(await services.archive(), id) }),
    'declarations.check': async ({ id }, { signal }) => {
      const archive = await services.archive()
      if (known(archive, id).state !== 'sending') {
        const check = () => {
          archive.declarations.update(id, { nextCheckAt: now() })
          return work.declarations.advance(id, signal)
        }
        await whenUnclaimed(() => archive.declarations.isClaimed(id), check, signal)
      }
      return { declaration: known(archive, id) }
    },
    'declarations.status': async ({ filingNumber, cui, isCounter }, { signal }) => {
      const answer = await (await services.declarationStatusPage()).query({ filingNumber, cui, isCounter }, signal)
      if (answer.kind === 'invalid-input') throw new RecipisaError('status-input-invalid', { message: answer.message })
      return answer.kind === 'found' ? { found: true, rows: answer.rows } : { found: false, rows: [] }
    },
    'declarations.track': async (params, { signal }) => {
      const [archive, statusPage] = [await services.archive(), await services.declarationStatusPage()]
      const tracked = await trackDeclaration({ archive, statusPage, now }, params, signal)
      runner.ensureStarted()
      return tracked
    },
    'declarations.captured': async ({ uploadIndex, fileName, sha256 }) => {
      const { declarations } = await services.archive()
      const staged = sha256 === undefined ? undefined : await declarations.staged(sha256)
      const read = staged && (await readDeclaration(staged.bytes, staged.fileName))
      const { cui = null, companyName = null, form = null, period = null } = read ?? {}
      const bytes =
        staged && sha256 !== undefined ? { sha256, size: staged.bytes.length } : { sha256: null, size: null }
      const found = { cui, companyName, form, period, fileName, ...bytes, filingNumber: uploadIndex, isCounter: false }
      const declaration = declarations.add({ ...found, origin: 'portal' })
      runner.ensureStarted()
      return { declaration }
    },
    'declarations.setCompany': async ({ id, cui }) => {
      const archive = await services.archive()
      await setCompany(archive, known(archive, id), cui, now())
      runner.ensureStarted()
      return { declaration: known(archive, id) }
    },
    'declarations.forget': async ({ id }) => ({ forgotten: (await services.archive()).declarations.forget(id) }),
    'declarations.receipts': async ({ cui, rows }, { signal, progress }) => {
      const [archive, statusPage] = [await services.archive(), await services.declarationStatusPage()]
      const ports = { archive, statusPage, now }
      const receipts: Receipt[] = []
      progress({ done: 0, total: rows.length })
      for (const { uploadIndex, form, filedOn, hasReceipt } of rows) {
        signal.throwIfAborted()
        const period = archive.declarations.byFilingNumber(uploadIndex, false)?.period ?? null
        const blank = { uploadIndex, fileName: null, error: null }
        try {
          const receipt = { uploadIndex, cui, declaration: { form, period, filedOn } }
          const stored = hasReceipt
            ? await bringReceipt(ports, receipt, signal)
            : await archive.declarations.findReceipt(uploadIndex, cui)
          receipts.push({ ...blank, state: stored ? 'archived' : 'unavailable', fileName: stored?.fileName ?? null })
        } catch (error) {
          const shown = services.explain(error)
          if (signal.aborted || shown.code === 'storage') throw error
          receipts.push({ ...blank, state: 'failed', error: toErrorBody(shown) })
        }
        progress({ done: receipts.length, total: rows.length })
      }
      return { receipts }
    },
    'declarations.calendar': async ({ year, cui, offset }) => {
      const companies = calendarOf((await services.archive()).declarations.ofYear(year, cui), year)
      return { companies: fitAnswer(companies.slice(offset)), total: companies.length }
    },
  }
}
