import { isUploadSettled } from '../../../shared/filings/settled.ts'
import type { Upload } from '../../../shared/protocol/uploads.ts'
import type { Cli, Output } from '../core/command.ts'
import { partialOutput } from '../core/partial-output.ts'
import { allowAlone, askAlone } from '../office/file-alone.ts'
import { type Consent, confirmUploads, type Plan } from './confirm-upload.ts'
import { printUploads } from './print-uploads.ts'

/** How long `--wait` stays with an upload of unknown outcome, ms: the lists have it within about 15 minutes (E-18). */
const PATIENCE = 20 * 60_000

/** Shows the uploads, asks, sends each one once, and with `--wait` waits for the outcomes. */
export async function sendUploads(cli: Cli, plans: readonly Plan[], consent: Consent): Promise<Output> {
  const again = await confirmUploads(cli, plans, consent)
  const uploads = new Map<number, Upload>()
  const remember = ({ attempt }: { attempt: Upload }) => uploads.set(attempt.id, attempt)
  try {
    const send = async ({ inspection, cui, standard, flags }: Plan) => {
      const { sha256 } = inspection
      const corrects = consent.corrects === undefined ? {} : { corrects: consent.corrects }
      const params = { sha256, cui, standard, flags, again: again.get(sha256) ?? false, ...corrects }
      remember(await cli.call('uploads.send', params, { progress: remember }))
    }
    if (consent.fileAlone)
      await allowAlone(
        cli,
        plans.map(({ inspection }) => inspection.sha256),
      )
    for (const plan of plans) await send(plan)
    const alone = await askAlone(cli, [...uploads.values()])
    for (const { id, sha256 } of alone) {
      uploads.delete(id)
      for (const plan of plans.filter(({ inspection }) => inspection.sha256 === sha256)) await send(plan)
    }
    const giveUpAt = Date.now() + PATIENCE
    const isEnough = ({ attempt }: { attempt: Upload }) =>
      isUploadSettled(attempt) || (attempt.state === 'unknown' && Date.now() > giveUpAt)
    const follow = async (id: number) => remember(await cli.call('uploads.follow', { id }, { isEnough }))
    if (consent.wait) await Promise.all([...uploads.keys()].map(follow))
  } catch (error) {
    if (uploads.size === 0) throw error
    return partialOutput(cli, printUploads(cli, await readAgain(cli, [...uploads.values()])), error)
  }
  return printUploads(cli, [...uploads.values()])
}

/** The uploads as they are now. One that cannot be read stays as it was: another error is already to be told. */
async function readAgain({ call }: Pick<Cli, 'call'>, uploads: readonly Upload[]): Promise<Upload[]> {
  const read = async (known: Upload) =>
    call('uploads.get', { id: known.id }).then(
      ({ upload }) => upload,
      () => known,
    )
  return Promise.all(uploads.map(read))
}
