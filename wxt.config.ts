import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { defineConfig } from 'wxt'
import { reachedModules } from './scripts/reached-modules.ts'
import { CERTIFICATE_ORIGIN } from './shared/domain/access.ts'
import { EXTENSION_KEY, FIREFOX_EXTENSION_ID, VERSION } from './shared/domain/product.ts'

/** The page whose code comes first. */
const POPUP = fileURLToPath(new URL('extension/entrypoints/popup/index.html', import.meta.url))

/**
 * The shared code of all pages is one file: many small ones compress less well, and each is a request. What the popup, the
 * smallest page, does not need is in another.
 */
function oneBase(): Plugin {
  let ofPopup: ReadonlySet<string>
  return {
    name: 'one-base',
    buildEnd() {
      ofPopup = reachedModules(this, [POPUP])
    },
    outputOptions: options => {
      const groups = [
        { name: 'base', minShareCount: 6, test: (id: string) => ofPopup.has(id) },
        { name: 'pages', minShareCount: 6 },
      ]
      return options.format === 'es' ? { ...options, codeSplitting: { groups } } : options
    },
  }
}

/** Puts the browser's own API in the place of webextension-polyfill. */
const ownApi: Plugin = {
  name: 'own-api',
  enforce: 'pre',
  resolveId: source =>
    source === 'webextension-polyfill' ? fileURLToPath(new URL('extension/browser/own-api.ts', import.meta.url)) : null,
}

/** Hosts of the authority that the extension itself reaches; the host program makes all other calls. */
const AUTHORITY_HOSTS = ['https://*.anaf.ro/*', 'https://*.anaf.mfinante.gov.ro/*']

/** With the hosts of the embedded authority in the build for tests and demo. */
const authorityHosts = (mode: string) => [
  ...AUTHORITY_HOSTS,
  ...(mode === 'development' ? ['https://*.localhost/*'] : []),
]

/** The hosts that ask for the certificate on each call, as sources of a policy. */
const certificateSources = (mode: string) => [
  CERTIFICATE_ORIGIN,
  ...(mode === 'development' ? ['https://webserviceapl.localhost:*'] : []),
]

/**
 * Kinds of data that leave the browser, in Mozilla's words. Their policy counts what an extension gives to a program of the
 * same computer as leaving (docs/permissions.md).
 */
const DATA_FOR_HOST = ['authenticationInfo', 'financialAndPaymentInfo', 'personallyIdentifyingInfo', 'websiteContent']

/**
 * The extension's pages and its worker load only their own code, styles and pictures, and a PDF as a blob for the browser's
 * viewer. They connect to `sources`, the host that asks for the certificate on each call. All other traffic goes through the
 * host program, over the native port, which this policy does not cover.
 */
const contentSecurityPolicy = (sources: readonly string[]) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    // The chart library sizes its drawings by style attributes; other style sheets stay blocked.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self'",
    `connect-src ${sources.join(' ')}`,
    'frame-src blob:',
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

export default defineConfig({
  srcDir: 'extension',
  publicDir: 'extension/public',
  outDir: '.output',
  manifestVersion: 3,
  imports: false,
  vite: () => ({
    // Every browser that the manifest allows loads modules by itself. From the disk a script's imports come as fast without the
    // list of their own imports, which every page would have to load.
    build: {
      modulePreload: {
        polyfill: false,
        resolveDependencies: (_file, imports, { hostType }) => (hostType === 'html' ? imports : []),
      },
    },
    plugins: [oneBase()],
  }),
  hooks: {
    'vite:build:extendConfig': (entrypoints, config) => {
      // Only the background answers messages by promises, for which Chromium needs the library; all others go without it.
      if (!entrypoints.some(({ type }) => type === 'background')) config.plugins?.push(ownApi)
    },
  },
  manifest: ({ browser, mode }) => ({
    name: 'Recipisa',
    version: VERSION,
    default_locale: 'ro',
    description: '__MSG_description__',
    permissions: [
      'nativeMessaging',
      'storage',
      'webRequest',
      ...(browser === 'firefox' ? [] : ['declarativeNetRequestWithHostAccess']),
      'downloads',
      'alarms',
      'tabs',
      'cookies',
      'scripting',
      'contextMenus',
      // Access to the page of a click in our context menu while it is open, and to no other page.
      'activeTab',
      'notifications',
      ...(browser === 'firefox' ? [] : ['sidePanel']),
    ],
    host_permissions: ['https://localhost/*', ...authorityHosts(mode)],
    content_security_policy: {
      extension_pages: contentSecurityPolicy(certificateSources(mode)),
    },
    ...(browser === 'firefox'
      ? {
          browser_specific_settings: {
            gecko: {
              id: FIREFOX_EXTENSION_ID,
              strict_min_version: '142.0',
              data_collection_permissions: { required: [...DATA_FOR_HOST] },
            },
          },
        }
      : // Gives an unpacked extension the id that the host knows; the stores' packages go without (docs/releasing.md).
        { key: EXTENSION_KEY, minimum_chrome_version: '144' }),
  }),
})
