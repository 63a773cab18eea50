import { defineConfig } from 'wxt'
import { EXTENSION_KEY, FIREFOX_EXTENSION_ID, VERSION } from './shared/product.ts'

/** Hosts of the authority that the extension itself touches; all other calls are the host's. */
const AUTHORITY_HOSTS = ['https://*.anaf.ro/*', 'https://*.anaf.mfinante.gov.ro/*']

export default defineConfig({
  srcDir: 'extension',
  publicDir: 'extension/public',
  outDir: '.output',
  manifestVersion: 3,
  imports: false,
  manifest: ({ browser, mode }) => ({
    name: 'Recipisa',
    version: VERSION,
    default_locale: 'ro',
    description: '__MSG_description__',
    permissions: [
      'nativeMessaging',
      'storage',
      'webRequest',
      'downloads',
      'alarms',
      'tabs',
      'cookies',
      'scripting',
      'notifications',
      ...(browser === 'firefox' ? [] : ['sidePanel']),
    ],
    host_permissions: [
      'https://localhost/*',
      ...AUTHORITY_HOSTS,
      ...(mode === 'development' ? ['https://*.localhost/*'] : []),
    ],
    ...(browser === 'firefox'
      ? { browser_specific_settings: { gecko: { id: FIREFOX_EXTENSION_ID, strict_min_version: '140.0' } } }
      : { key: EXTENSION_KEY, minimum_chrome_version: '144' }),
  }),
  zip: { excludeSources: ['.demo/**', 'test/**'] },
})
