import type { Archive } from '../../archive/core/archive.ts'
import type { DeclarationStatusPage } from '../../authority/portal/declaration-status-page.ts'
import type { Portal } from '../../authority/portal/portal.ts'
import type { HostPorts } from '../../jobs/host-ports.ts'
import type { GatewaySession } from '../../session/gateway-session.ts'

/** The ports for the work on declarations. */
export type DeclarationPorts = HostPorts & {
  archive: Pick<Archive, 'declarations' | 'companies' | 'locks'>
  portal: Pick<Portal, 'submit'>
  session: Pick<GatewaySession, 'use' | 'status'>
  statusPage: DeclarationStatusPage
}
