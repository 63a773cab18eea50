import { certificateAccess } from '../authority/oauth/certificate-access.ts'
import { createTokenProof } from '../authority/oauth/token-proof.ts'
import { createRegisters } from '../authority/registers/registers.ts'
import type { LazyParts } from './lazy-parts.ts'
import type { OfficeParts } from './office-parts.ts'
import type { SessionParts } from './session-parts.ts'
import type { StorageParts } from './storage-parts.ts'
import type { WireParts } from './wire-parts.ts'

/** How long a person looking up a company waits for the registers' pauses, ms. */
const LOOKUP_PATIENCE = 20_000

/** The authority's services, except those behind the gateway; each is loaded on first use. */
export function createClientParts(
  { part }: LazyParts,
  { profile, archive }: StorageParts,
  { http, daily }: WireParts,
  { tokens }: SessionParts,
  { shareEInvoicing, shareUploads }: OfficeParts,
  now: () => number,
) {
  const proof = part(async () => createTokenProof(now))
  const apiParts = async () => {
    const used = await profile()
    return {
      http: await http(),
      profile: used,
      tokens: used.access === 'certificate' ? certificateAccess : await tokens(),
      proof: await proof(),
      daily: await daily(),
    }
  }
  const registersFor = async (patience: { patience?: number }) => {
    return createRegisters({ http: await http(), profile: await profile(), ...patience })
  }
  return {
    eInvoicing: part(async () => {
      const { createEInvoicing } = await import('../authority/efactura/efactura.ts')
      return shareEInvoicing(createEInvoicing(await apiParts()), await archive())
    }),
    uploadClient: part(async () => {
      const { createUploadClient } = await import('../authority/efactura/upload.ts')
      return shareUploads(createUploadClient(await apiParts()), await archive())
    }),
    checks: part(async () => {
      const { createChecks } = await import('../authority/efactura/checks.ts')
      return createChecks(await apiParts())
    }),
    declarationStatusPage: part(async () => {
      const { createDeclarationStatusPage } = await import('../authority/portal/declaration-status-page.ts')
      return createDeclarationStatusPage({ http: await http(), profile: await profile() })
    }),
    registers: part(() => registersFor({})),
    /** The same registers for a person who waits: a long pause fails the call instead of being waited out. */
    promptRegisters: part(() => registersFor({ patience: LOOKUP_PATIENCE })),
  }
}

export type ClientParts = ReturnType<typeof createClientParts>
