import type { StatusRow } from '../../../shared/protocol/declarations.ts'
import type { GatewayCookies } from '../wire/gateway.ts'

/** What the portal's page after an upload says (D-01, D-02). */
export type PortalAnswer =
  | { kind: 'filed'; uploadIndex: string; fileName: string }
  | { kind: 'rejected'; reason: string }

/** The declaration portal, behind the gateway (document 3, part a). */
export type Portal = {
  /** Returns when the upload page is answered with these cookies alone. */
  hello(cookies: GatewayCookies, signal: AbortSignal): Promise<void>
  /**
   * Files a PDF: one POST, never repeated; before it a look at the form, which throws `gateway-session-expired` while
   * nothing has left. `onBytes` before the first byte leaves. Any failure behind that is `outcome-unknown`: a lost answer,
   * or one that proves nothing (`filing-answer-unclear`, the page kept aside; D-02).
   */
  upload(
    file: { fileName: string; bytes: Uint8Array },
    cookies: GatewayCookies,
    signal: AbortSignal,
    onBytes?: () => void,
  ): Promise<PortalAnswer>
  exit(cookies: GatewayCookies, signal: AbortSignal): Promise<void>
}

export type StatusQuery = { filingNumber: string; cui: string; isCounter: boolean }

/** `period`: the days that the answer covers, `yyyy-MM-dd`. */
export type StatusAnswer =
  | { kind: 'found'; rows: StatusRow[]; period: { from: string; to: string } | null }
  | { kind: 'not-found' }
  | { kind: 'invalid-input'; message: string }

/** The public filing-status page (document 3, part b). Both calls may be repeated. */
export type DeclarationStatusPage = {
  query(query: StatusQuery, signal: AbortSignal): Promise<StatusAnswer>
  /** The receipt's PDF; undefined where it is not available (D-07). */
  receipt(uploadIndex: string, signal: AbortSignal): Promise<Uint8Array | undefined>
}

/** The upload page: what a browser opens to get a session, and what proves one. */
export const portalStart = ({ portalUrl }: { portalUrl: string }): string => `${portalUrl}/WAS6DUS/`
