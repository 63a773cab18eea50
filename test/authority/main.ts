import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { startAuthority } from './authority.ts'
import { seedWorld } from './world/seed.ts'

const USAGE = `The embedded authority: the tax authority's services on https://*.localhost, until Ctrl-C.

  npm run authority -- [options]

  --port N                 any free one when absent
  --folder DIR             for ca.pem, profile.json, client-secret, client.pem, client.key; a new temporary one
  --companies N            2
  --invoices N             list entries of each company; 40
  --environment prod|test  test
  --answer-delay MS        what each answer of the API takes; 0
  --requests-per-minute N  1000
  --window-ms MS           length of that minute; 60000
  --clock-offset MS        the authority's clock against this machine's; 0
  --json                   one JSON line on stdout instead of text
`

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    folder: { type: 'string' },
    companies: { type: 'string', default: '2' },
    invoices: { type: 'string', default: '40' },
    environment: { type: 'string', default: 'test' },
    'answer-delay': { type: 'string', default: '0' },
    'requests-per-minute': { type: 'string', default: '1000' },
    'window-ms': { type: 'string', default: '60000' },
    'clock-offset': { type: 'string', default: '0' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

function number(name: keyof typeof values): number {
  const value = Number(values[name])
  if (Number.isSafeInteger(value)) return value
  process.stderr.write(`--${name} must be a whole number\n\n${USAGE}`)
  process.exit(2)
}

async function main(): Promise<void> {
  const environment = values.environment === 'prod' ? 'prod' : 'test'
  const folder = values.folder ? resolve(values.folder) : await mkdtemp(join(tmpdir(), 'recipisa-authority-'))
  const authority = await startAuthority({
    port: number('port'),
    folder,
    environment,
    world: now =>
      seedWorld({ now, environment, companies: number('companies'), invoicesPerCompany: number('invoices') }),
    limits: { requestsPerMinute: number('requests-per-minute'), windowMs: number('window-ms') },
    answerDelayMs: number('answer-delay'),
    clockOffsetMs: number('clock-offset'),
  })
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

  const companies = [...authority.world.companies.values()].map(({ cui, name }) => ({ cui, name }))
  const { profile, profilePath, port } = authority
  if (values.json) {
    process.stdout.write(
      `${JSON.stringify({ port, folder, profilePath, profile, ...files, control: authority.origin('control'), companies })}\n`,
    )
    return
  }
  const lines = [
    `Authorization server  ${profile.authUrl}`,
    `API                   ${profile.baseUrl}/${environment}`,
    `Control door          ${authority.origin('control')}`,
    `Callback              ${profile.redirectUri}`,
    `Client id             ${profile.clientId}`,
    `Client secret         in ${files.clientSecret}`,
    `Certificate and key   ${files.clientCertificate}, ${files.clientKey}`,
    `Profile               ${profilePath}`,
    '',
    ...companies.map(({ cui, name }) => `Company ${cui}  ${name}`),
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

if (values.help) process.stdout.write(USAGE)
else await main()
