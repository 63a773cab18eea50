import { createChecks } from '../authority/efactura/checks.ts'
import { createEInvoicing } from '../authority/efactura/efactura.ts'
import { createUploadClient } from '../authority/efactura/upload.ts'
import { createTokenProof } from '../authority/oauth/token-proof.ts'
import { createDeclarationStatusPage } from '../authority/portal/declaration-status-page.ts'
import { createRegisters } from '../authority/registers/registers.ts'
import type { LazyParts } from './lazy-parts.ts'
import type { SessionParts } from './session-parts.ts'
import type { StorageParts } from './storage-parts.ts'
import type { WireParts } from './wire-parts.ts'

/** How long a person who looks up a company waits for pauses that the registers ask for, ms. */
const LOOKUP_PATIENCE = 20_000

/** The authority's services, apart from those behind the gateway. */
export function createClientParts(
  { part }: LazyParts,
  { profile }: StorageParts,
  { http, daily }: WireParts,
  { tokens }: SessionParts,
  now: () => number,
) {
  const proof = part(async () => createTokenProof(now))
  const apiParts = async () => ({
    http: await http(),
    profile: await profile(),
    tokens: await tokens(),
    proof: await proof(),
    daily: await daily(),
  })
  return {
    eInvoicing: part(async () => createEInvoicing(await apiParts())),
    uploadClient: part(async () => createUploadClient(await apiParts())),
    checks: part(async () => createChecks(await apiParts())),
    declarationStatusPage: part(async () =>
      createDeclarationStatusPage({ http: await http(), profile: await profile() }),
    ),
    registers: part(async () => createRegisters({ http: await http(), profile: await profile() })),
    /** The same registers for a person who waits: a long pause fails the call instead of being waited out. */
    promptRegisters: part(async () =>
      createRegisters({ http: await http(), profile: await profile(), patience: LOOKUP_PATIENCE }),
    ),
  }
}

export type ClientParts = ReturnType<typeof createClientParts>
