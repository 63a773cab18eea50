import { type Command, Option } from 'commander'
import { uploadTooLarge } from '../../../shared/domain/file-sizes.ts'
import { fromErrorBody } from '../../../shared/errors/from-error-body.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { uploadCompany } from '../../../shared/filings/upload-company.ts'
import { Standard, type UploadFlags } from '../../../shared/protocol/uploads.ts'
import { parseCui } from '../../operations/core/parse-cui.ts'
import type { Act, Cli } from '../core/command.ts'
import { readFile } from '../core/file-source.ts'
import { integer, wireId } from '../core/options.ts'
import { UsageProblem } from '../core/usage-problem.ts'
import { fileAloneOption } from '../office/file-alone.ts'
import type { Consent, Plan } from './confirm-upload.ts'
import { sendUploads } from './send-uploads.ts'

type Options = Consent & Partial<UploadFlags> & { cui?: string; standard?: Standard }

export function addUpload(invoices: Command, act: Act): void {
  invoices
    .command('upload')
    .argument('<files...>', 'XML files')
    .description('upload invoices, credit notes or messages; each is sent once')
    .option('--cui <cui>', 'company to upload for; by default the one in the XML')
    .addOption(
      new Option('--standard <standard>', 'the standard of the XML, if its content does not show it').choices(
        Standard.options,
      ),
    )
    .option('--extern', 'the buyer is abroad and has no CUI or NIF')
    .option('--self-billed', 'the buyer uploads in the name of the seller')
    .option('--enforcement', 'an enforcement body uploads for the debtor')
    .option('--b2c', 'the buyer is a consumer')
    .option('--corrects <number>', 'number of the upload with errors that this one corrects', integer(1, 1_000_000_000))
    .option('--wait', 'wait until ANAF has processed it')
    .option('--again', 'send it even if the same bytes were uploaded before')
    .addOption(fileAloneOption())
    .option('--yes', 'do not ask')
    .action(
      act(async (cli, files: string[], options: Options) => {
        const plans: Plan[] = []
        for (const file of files) plans.push(await planOf(cli, file, options))
        return sendUploads(cli, plans, options)
      }),
    )
  invoices
    .command('reply')
    .argument('<id>', 'a received invoice', wireId)
    .requiredOption('--message <text>', 'the message to its issuer')
    .description('send a message to the issuer of a received invoice (RASP)')
    .option('--wait', 'wait until ANAF has processed it')
    .option('--again', 'send it even if the same text was sent before')
    .addOption(fileAloneOption())
    .option('--yes', 'do not ask')
    .action(
      act(async (cli, id: string, { message, ...consent }: Consent & { message: string }) => {
        const inspection = await cli.call('uploads.compose', { invoiceId: id, message })
        const { cui, suggested: flags } = inspection
        if (cui === null) throw new RecipisaError('invoice-not-received', { id })
        return sendUploads(cli, [{ inspection, cui, standard: 'RASP', flags }], consent)
      }),
    )
}

async function planOf(cli: Cli, file: string, options: Options): Promise<Plan> {
  const { fileName, data } = readFile(file, uploadTooLarge)
  const inspection = await cli.call('uploads.inspect', { fileName, data })
  const standard = options.standard ?? inspection.standard
  const serious = inspection.problems
    .map(fromErrorBody)
    .find(error => error && (error.reason !== 'upload-standard' || standard === null))
  if (serious) throw serious
  if (standard === null) throw new UsageProblem(`${fileName}: give --standard`)
  const flags = {
    extern: options.extern === true,
    selfBilled: options.selfBilled === true,
    enforcement: options.enforcement === true,
    b2c: options.b2c === true,
  }
  const cui = options.cui === undefined ? uploadCompany(inspection, flags) : parseCui(options.cui)
  if (cui === null) throw new UsageProblem(`${fileName}: its XML names no company, give --cui`)
  return { inspection, cui, standard, flags }
}
