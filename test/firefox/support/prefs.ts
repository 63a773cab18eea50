import { FIREFOX_EXTENSION_ID } from '../../../shared/domain/product.ts'

/** For the extension's pages; a person's Firefox draws one at random. */
const EXTENSION_UUID = '1d4a9c62-7a3e-4f0b-9b52-5e6a7c8d9e01'

export const pageUrl = (page: string): string => `moz-extension://${EXTENSION_UUID}/${page}`

type Pref = string | number | boolean

/** Everything that Firefox would ask its maker by itself, turned off. */
const QUIET: Readonly<Record<string, Pref>> = {
  'app.normandy.enabled': false,
  'app.update.auto': false,
  'app.update.disabledForTesting': true,
  'browser.aboutwelcome.enabled': false,
  'browser.contentblocking.report.lockwise.enabled': false,
  'browser.discovery.enabled': false,
  'browser.newtabpage.enabled': false,
  'browser.newtabpage.activity-stream.feeds.system.topstories': false,
  'browser.region.network.url': '',
  'browser.region.update.enabled': false,
  'browser.safebrowsing.blockedURIs.enabled': false,
  'browser.safebrowsing.downloads.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.search.update': false,
  'browser.startup.homepage': 'about:blank',
  'browser.startup.page': 0,
  'datareporting.healthreport.uploadEnabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'datareporting.usage.uploadEnabled': false,
  'dom.push.connection.enabled': false,
  'extensions.getAddons.cache.enabled': false,
  'extensions.systemAddon.update.enabled': false,
  'extensions.update.enabled': false,
  'media.gmp-manager.updateEnabled': false,
  'messaging-system.rsexperimentloader.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'network.dns.disablePrefetch': true,
  'network.prefetch-next': false,
  // A speculative connection may spoil the first renegotiation. Users have them; a separate test covers the consequences.
  'network.http.speculative-parallel-limit': 0,
  'network.trr.mode': 5,
  'security.OCSP.enabled': 0,
  'security.remote_settings.crlite_filters.enabled': false,
  'security.remote_settings.intermediates.enabled': false,
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
  'signon.rememberSignons': false,
  'toolkit.telemetry.enabled': false,
  'toolkit.telemetry.server': 'data:,',
  'toolkit.telemetry.unified': false,
}

/** The preferences of a test's profile; `outsidePort` belongs to the proxy that replaces all other machines. */
export const prefsOf = (options: { outsidePort: number; downloads: string }): Readonly<Record<string, Pref>> => ({
  ...QUIET,
  'network.proxy.type': 1,
  'network.proxy.no_proxies_on': 'localhost, .localhost, 127.0.0.1',
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': options.outsidePort,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': options.outsidePort,
  'network.proxy.failover_direct': false,
  'browser.download.folderList': 2,
  'browser.download.dir': options.downloads,
  'browser.shell.checkDefaultBrowser': false,
  'ui.prefersReducedMotion': 1,
  'dom.security.https_first': false,
  'extensions.webextensions.uuids': JSON.stringify({ [FIREFOX_EXTENSION_ID]: EXTENSION_UUID }),
  'intl.locale.requested': 'en-US',
  // Without a window nobody can choose the certificate.
  'security.default_personal_cert': 'Select Automatically',
})
