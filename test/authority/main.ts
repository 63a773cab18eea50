import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type AuthorityOptions, startAuthority } from './authority.ts'
import { seedMail } from './spv/seed.ts'
import { seedWorld } from './world/seed.ts'

const USAGE = `The embedded authority: the tax authority's services on https://*.localhost, until Ctrl-C.

  npm run authority -- [options]

  --port N                 any free one when absent
  --folder DIR             for ca.pem, profile.json, client-secret, client.pem, client.key; a new temporary one
  --companies N            2
  --invoices N             list entries of each company; 40
  --messages N             of the SPV mailbox, in all; 40
  --environment prod|test  test
  --answer-delay MS        what each answer of the API takes; 0
  --requests-per-minute N  1000
  --window-ms MS           length of that minute; 60000
  --public-requests-per-second N
                           of the registers; 1
  --clock-offset MS        the authority's clock against this machine's; 0
  --json                   one JSON line on stdout instead of text
`

/** An error in the command line: shown with the usage, exit code 2. */
class UsageError extends Error {}

function readArguments() {
  try {
    return parseArgs({
      options: {
        port: { type: 'string', default: '0' },
        folder: { type: 'string' },
        companies: { type: 'string', default: '2' },
        invoices: { type: 'string', default: '40' },
        messages: { type: 'string', default: '40' },
        environment: { type: 'string', default: 'test' },
        'answer-delay': { type: 'string', default: '0' },
        'requests-per-minute': { type: 'string', default: '1000' },
        'window-ms': { type: 'string', default: '60000' },
        'public-requests-per-second': { type: 'string', default: '1' },
        'clock-offset': { type: 'string', default: '0' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

async function main(): Promise<void> {
  const values = readArguments()
  if (values.help) return void process.stdout.write(USAGE)
  const number = (name: keyof typeof values): number => {
    const value = Number(values[name])
    if (!Number.isSafeInteger(value)) throw new UsageError(`--${name} must be a whole number`)
    return value
  }
  const { environment } = values
  if (environment !== 'prod' && environment !== 'test') throw new UsageError('--environment is prod or test')
  const [companies, invoicesPerCompany] = [number('companies'), number('invoices')]
  const options = {
    port: number('port'),
    environment,
    world: (now: () => number) => seedWorld({ now, environment, companies, invoicesPerCompany }),
    limits: {
      requestsPerMinute: number('requests-per-minute'),
      windowMs: number('window-ms'),
      publicRequestsPerSecond: number('public-requests-per-second'),
    },
    mail: seedMail({ messages: number('messages') }),
    answerDelayMs: number('answer-delay'),
    clockOffsetMs: number('clock-offset'),
  } satisfies Partial<AuthorityOptions>
  const folder = values.folder ? resolve(values.folder) : await mkdtemp(join(tmpdir(), 'recipisa-authority-'))
  const authority = await startAuthority({ ...options, folder })
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      authority
        .stop()
        .then(() => (values.folder ? undefined : rm(folder, { recursive: true })))
        .then(
          () => process.exit(0),
          () => process.exit(1),
        )
    })

  const person = await authority.enrolPerson({ commonName: 'Ioana Contabilă' })
  const files = {
    clientSecret: join(folder, 'client-secret'),
    clientCertificate: join(folder, 'client.pem'),
    clientKey: join(folder, 'client.key'),
  }
  await writeFile(files.clientSecret, authority.clientSecret, { mode: 0o600 })
  await writeFile(files.clientCertificate, person.certificatePem)
  await writeFile(files.clientKey, person.privateKeyPem, { mode: 0o600 })

  const served = [...authority.world.companies.values()].map(({ cui, name }) => ({ cui, name }))
  const { profile, profilePath, port } = authority
  if (values.json) {
    process.stdout.write(
      `${JSON.stringify({ port, folder, profilePath, profile, ...files, control: authority.origin('control'), companies: served })}\n`,
    )
    return
  }
  const lines = [
    `Authorization server  ${profile.authUrl}`,
    `API                   ${profile.baseUrl}/${environment}`,
    `SPV mailbox           ${profile.spvUrl}`,
    `Declaration portal    ${profile.portalUrl}/WAS6DUS/`,
    `Declaration status    ${profile.statusUrl}/StareD112/`,
    `Control door          ${authority.origin('control')}`,
    `Callback              ${profile.redirectUri}`,
    `Client id             ${profile.clientId}`,
    `Client secret         in ${files.clientSecret}`,
    `Certificate and key   ${files.clientCertificate}, ${files.clientKey}`,
    `Profile               ${profilePath}`,
    '',
    ...served.map(({ cui, name }) => `Company ${cui}  ${name}`),
    '',
    'To use it from the command line:',
    `  RECIPISA_PROFILE=${profilePath} RECIPISA_CLIENT_SECRET="$(cat ${files.clientSecret})" npx recipisa auth status`,
    'To use it from a browser: trust ca.pem, and import certificate and key:',
    `  openssl pkcs12 -export -in ${files.clientCertificate} -inkey ${files.clientKey} -out ${join(folder, 'client.p12')}`,
    '',
    'Ctrl-C stops it.',
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

main().catch((error: unknown) => {
  const usage = error instanceof UsageError
  // A system error (a port in use) says enough; anything else is a defect, and its stack shows where.
  const text = error instanceof Error ? (usage || 'code' in error ? error.message : error.stack) : String(error)
  process.stderr.write(`${text}\n${usage ? `\n${USAGE}` : ''}`)
  process.exitCode = usage ? 2 : 1
})
