import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { plant } from '../planted/mark.ts'
import {
  type CertificateAuthority,
  type ClientSubject,
  createCertificateAuthority,
  type Issued,
} from './certificates.ts'
import { type Clock, createClock } from './clock.ts'
import { createControlSite, type ExpectedCompany } from './control.ts'
import { createZips } from './documents/zips.ts'
import { type Habits, type Pace, SEEN_HABITS } from './efactura/context.ts'
import { createDailyLimit, DOCUMENTED_LIMITS, type Limits, toldRate } from './efactura/limits.ts'
import { createPublicSite } from './efactura/public.ts'
import { createApiSite, createCertificateSite } from './efactura/site.ts'
import { createFaults, type Effect, type Faults } from './faults.ts'
import { createJournal, type Journal } from './journal.ts'
import type { Gateway } from './login/gateway.ts'
import { checkCallback } from './login/oauth.ts'
import { createSessions } from './login/sessions.ts'
import { createLoginSite } from './login/site.ts'
import { createTokens, type TokenAnswer, type Tokens } from './login/tokens.ts'
import { declarationDoors } from './portal/control.ts'
import { createRegister, type DeclarationRegister } from './portal/register.ts'
import { createPortalSite } from './portal/site.ts'
import { createStatusSite } from './portal/status-site.ts'
import { type AuthorityProfile, endpoints, freeCallback, HOSTS, origin, writeProfile } from './profile.ts'
import { createRegisterData, type RegisterData, type RegisterQuirks } from './registers/registers.ts'
import { createRegisterServices } from './registers/site.ts'
import { startServer } from './server.ts'
import { type ExpectedMail, expectedMail, mailboxDoors } from './spv/control.ts'
import { cnpOf } from './spv/identity.ts'
import { createMailbox, type Mailbox } from './spv/mailbox.ts'
import { createSpvSite } from './spv/site.ts'
import { createWorld, type Environment, type Upload, type World } from './world/world.ts'

/** The credentials of the embedded authority's registered application; they protect nothing. */
const CLIENT_ID = 'e7b1c0de4f5a69788796a5b4c3d2e1f0a1b2c3d4e5f60718'
export const CLIENT_SECRET = plant('secret')

/** Holder of tokens that were issued without a browser; may act for every company. */
const HEADLESS_SERIAL = '1234AA456'

export type AuthorityOptions = {
  /** 0, or absent, for any free port. */
  port?: number
  /** Created if missing; gets ca.pem and profile.json. */
  folder: string
  /** Built with the authority's clock; an empty one when absent. */
  world?: (now: () => number) => World
  /** Fills the mailbox; an empty one when absent. */
  mail?: (mailbox: Mailbox, world: World, now: number) => void
  environment?: Environment
  limits?: Partial<Limits>
  habits?: Partial<Habits>
  /** Quirks of the registers. */
  registers?: Partial<RegisterQuirks>
  /** Pace of uploads: 2 s of processing and 3 s until the lists show them when absent. */
  pace?: Partial<Pace>
  /** Delay of each answer of the API. */
  answerDelayMs?: number
  /** Offset of the authority's clock from the machine's. */
  clockOffsetMs?: number
  /** For a profile without an OAuth application: either it uses the certificate, or it names no access at all. */
  access?: 'certificate' | 'undecided'
  /** The registered callback; one on a port where nothing listens when absent. */
  redirectUri?: string
}

export type Authority = {
  readonly port: number
  /** `https://<host>.localhost:<port>`; connect to 127.0.0.1. */
  origin(host: keyof typeof HOSTS): string
  readonly profilePath: string
  readonly profile: AuthorityProfile
  readonly clientSecret: string
  readonly caPem: string
  readonly ca: CertificateAuthority
  /** The CA behind the ministry's signatures, a different one from the CA for TLS. */
  readonly ministryCa: CertificateAuthority
  /** The certificate and key that sign the ministry's ZIPs. */
  readonly ministry: Issued
  /** May be changed at run time. */
  readonly pace: Pace
  readonly world: World
  /** The contents and behaviour of the public registers, and the questions they received. */
  readonly registers: RegisterData
  readonly clock: Clock
  readonly faults: Faults
  readonly journal: Journal
  readonly tokens: Tokens
  /** The gateway in front of the declaration portal. */
  readonly portalGateway: Pick<Gateway, 'revalidateNext' | 'expireSessions'>
  /** Submitted declarations, their pace and outcomes. */
  readonly declarations: DeclarationRegister
  /** The gateway in front of the mailbox. */
  readonly spvGateway: Pick<Gateway, 'revalidateNext' | 'expireSessions'>
  readonly mailbox: Mailbox
  /** The expected contents of a complete archive of the mailbox. */
  expectedMail(): ExpectedMail[]
  /**
   * Enrols a person with a qualified certificate and rights for these companies (all when absent), and for their own CNP
   * if `hasOwnMailbox`.
   */
  enrolPerson(
    subject: ClientSubject & { rights?: readonly string[] | 'all'; hasOwnMailbox?: boolean },
  ): Promise<Issued & { cnp: string }>
  /** Issues tokens like the token endpoint, without the browser's part. Opaque ones with `jwt: false`. */
  issueTokens(options?: { certificateSerial?: string; jwt?: boolean }): Promise<TokenAnswer>
  /** The bytes that `descarcare` returns for a message of the world. */
  zipOf(id: string): Buffer
  /** Every recorded upload of these bytes, by their SHA-256: two mean that a document was sent twice. */
  uploadsOf(contentSha256: string): Upload[]
  /** The expected contents of a complete archive of one environment. */
  expected(environment?: Environment): ExpectedCompany[]
  stop(): Promise<void>
}

/** Shared by all authorities of a process, because keys and certificates are slow to generate. */
let shared: ReturnType<typeof createCertificates> | undefined

async function createCertificates() {
  const ministryCa = await createCertificateAuthority('Ministerul Finanțelor CA (test)')
  const ca = await createCertificateAuthority('Recipisa test CA')
  const [ministry, certificate] = await Promise.all([
    ministryCa.issueSigningCertificate(),
    ca.issueServerCertificate(Object.values(HOSTS)),
  ])
  return { ministryCa, ministry, ca, certificate }
}

/** Starts the authority on a loopback port, with tokens of its own. */
export async function startAuthority(options: AuthorityOptions): Promise<Authority> {
  const { folder, environment = 'test' } = options
  const redirectUri = options.redirectUri ?? (await freeCallback())
  if (checkCallback(redirectUri) === 400) throw new Error(`HTTP 400: a callback must be https: ${redirectUri}`)
  const limits = { ...DOCUMENTED_LIMITS, ...options.limits }
  const clock = createClock(options.clockOffsetMs)
  const world = options.world?.(clock.now) ?? createWorld({ now: clock.now, environment })
  world.enrol(HEADLESS_SERIAL, 'all')

  shared ??= createCertificates()
  const [{ ministryCa, ministry, ca, certificate }, tokens] = await Promise.all([
    shared,
    createTokens({ clock, issuer: `https://${HOSTS.login}`, clientId: CLIENT_ID }),
  ])
  const application = { clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, redirectUris: [redirectUri] }
  const zips = createZips(ministry)
  const faults = createFaults()
  const journal = createJournal()
  const habits = { ...SEEN_HABITS, ...options.habits }
  const expected = (of: Environment = environment): ExpectedCompany[] =>
    [...world.companies.values()].map(({ cui, name }) => ({
      cui,
      name,
      messages: world.messagesOf(cui, of).map(message => ({
        id: message.id,
        uploadIndex: message.upload.uploadIndex,
        type: message.type,
        number: message.upload.number,
        indexedAt: message.indexedAt,
        bytes: zips.of(message).length,
        sha256: zips.sha256Of(message),
      })),
    }))

  const pace: Pace = { processingMs: 2000, indexingMs: 3000, ...options.pace }
  const context = { world, clock, zips, limits, daily: createDailyLimit(clock), habits, pace, ministry }
  const registers = createRegisterData(world, options.registers)
  const monotonic = () => performance.now()
  const requestsPerSecond = limits.publicRequestsPerSecond
  const caPem = ca.certificatePem
  const mailbox = createMailbox(clock)
  options.mail?.(mailbox, world, clock.now())
  const spv = createSpvSite({ sessions: createSessions(clock), caPem, context: { mailbox, world, clock } })
  const declarations = createRegister(clock, message => mailbox.add(message))
  const portal = createPortalSite({
    sessions: createSessions(clock, () => declarations.habits.inactivityMs),
    register: declarations,
    clock,
    caPem,
  })
  const watched = {
    certificate,
    caPem,
    clock,
    faults,
    journal,
    applyThen: ({ add = [], remove = [] }: Extract<Effect, { kind: 'then' }>) => {
      for (const document of add) world.addInvoice(document)
      for (const id of remove) world.removeMessage(id)
    },
  }
  const certificateServer = await startServer({
    ...watched,
    port: 0,
    asksAtConnect: true,
    sites: { [HOSTS.certificate]: createCertificateSite({ context, caPem, monotonic }) },
    unwatched: [],
    answerDelayMs: { [HOSTS.certificate]: options.answerDelayMs ?? 0 },
  })
  const server = await startServer({
    ...watched,
    port: options.port ?? 0,
    sites: {
      [HOSTS.login]: createLoginSite({ application, tokens, world, clock, caPem }),
      [HOSTS.spv]: spv,
      [HOSTS.api]: createApiSite({ context, tokens, monotonic }),
      [HOSTS.public]: createPublicSite(
        context,
        createRegisterServices({ data: registers, clock, requestsPerSecond, monotonic }),
      ),
      [HOSTS.portal]: portal,
      [HOSTS.status]: createStatusSite({ register: declarations, clock }),
      [HOSTS.control]: createControlSite({
        clock,
        pace,
        faults,
        journal,
        world,
        registers,
        expected: () => expected(),
        revokeAccess: tokens.revokeAccess,
        doors: { ...mailboxDoors(mailbox, spv), ...declarationDoors(declarations, portal) },
      }),
    },
    unwatched: [HOSTS.control],
    answerDelayMs: { [HOSTS.api]: options.answerDelayMs ?? 0 },
  })

  const profilePath = join(folder, 'profile.json')
  const profile: AuthorityProfile = {
    environment,
    ...endpoints(server.port, certificateServer.port),
    clientId: CLIENT_ID,
    redirectUri,
    ca: join(folder, 'ca.pem'),
    signatureAnchors: join(folder, 'ministry-ca.pem'),
    requestsPerMinute: toldRate(limits),
    publicRequestsPerMinute: Math.floor(limits.publicRequestsPerSecond * 60),
    tokenKeys: { [tokens.keyId]: tokens.publicKeyPem },
  }
  await mkdir(folder, { recursive: true })
  await writeFile(profile.ca, caPem)
  await writeFile(profile.signatureAnchors, ministryCa.certificatePem)
  const { clientId: _id, redirectUri: _uri, ...withoutApplication } = profile
  const written = {
    certificate: { ...withoutApplication, access: 'certificate' },
    undecided: withoutApplication,
    oauth: profile,
  }
  await writeProfile(profilePath, written[options.access ?? 'oauth'])

  return {
    port: server.port,
    origin: host => origin(host, host === 'certificate' ? certificateServer.port : server.port),
    profilePath,
    profile,
    clientSecret: CLIENT_SECRET,
    caPem,
    ca,
    ministryCa,
    ministry,
    pace,
    world,
    registers,
    clock,
    faults,
    journal,
    tokens,
    spvGateway: spv,
    portalGateway: portal,
    declarations,
    mailbox,
    expectedMail: () => expectedMail(mailbox),
    enrolPerson: async ({ rights = 'all', hasOwnMailbox = false, ...subject }) => {
      const issued = await ca.issueClientCertificate(subject)
      const cnp = cnpOf(issued.serialNumber)
      world.enrol(issued.serialNumber, rights, hasOwnMailbox ? [cnp] : [])
      return { ...issued, cnp }
    },
    issueTokens: ({ certificateSerial = HEADLESS_SERIAL, jwt = true } = {}) => tokens.issue({ certificateSerial, jwt }),
    zipOf: id => {
      const message = world.messages.get(id)
      if (!message) throw new Error(`no message ${id}`)
      return zips.of(message)
    },
    uploadsOf: world.uploadsOf,
    expected,
    stop: async () => {
      await Promise.all([server.close(), certificateServer.close()])
    },
  }
}
