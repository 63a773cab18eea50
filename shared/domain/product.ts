/** The product's fixed names, which manifests, registry keys, folders and both programs share. */
export const PRODUCT = 'Recipisa'

/** Name of the native messaging host in its manifests. */
export const HOST_NAME = 'ro.recipisa.host'

/** Id that Chromium derives from EXTENSION_KEY. */
export const CHROME_EXTENSION_ID = 'pcpioikepbikdmbdicpadbkkahekdklb'

export const CHROME_EXTENSION_ORIGIN = `chrome-extension://${CHROME_EXTENSION_ID}/`

/** Ids under which the Chrome and Edge stores publish the extension: each assigns its own (docs/releasing.md). */
const STORE_EXTENSION_IDS: readonly string[] = []

/** The only origins that the host's manifests allow and that the host answers (H-06). */
export const EXTENSION_ORIGINS: readonly string[] = [
  CHROME_EXTENSION_ORIGIN,
  ...STORE_EXTENSION_IDS.map(id => `chrome-extension://${id}/`),
]

/** Public half of the key that fixes the extension's id (`key` in manifest.json). */
export const EXTENSION_KEY =
  'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA2VSI1Q+5lqoqAmjuJvGJFBag7LRNq86HumspzxxOwvOoZf+s5dBuN/IPSlkcS1lDCeLWKcwbnkJnG6h4R5pzcjuhJ8ViNMDITIkXbpRjL9xWCpWblX+vTajKpGHI1DeKwzq+tmpQWY9ksNHdQLRr1Dh3rsLKSpjjfeFtmQryX8WODDnR1OE3Wbd0TerdS8LjaOKIGHi/q5yRNcI8q+ysK+IfI8vBNVwD7TYwalqBaq6WX1VGu2Ob+rUXz/6r3iR4M9HXkfr1DQigarQPMmuuTMesunoMmfPRpwzq2JwYrGAtmVynwOrnxfQKXxIrSnU4K+zx+qDhXzZkGeu9y8yqHwIDAQAB'

/** Id of the add-on in Firefox (`browser_specific_settings.gecko.id`). */
export const FIREFOX_EXTENSION_ID = 'recipisa@recipisa.ro'

/** Version of both programs. */
export const VERSION = '0.1.0'

/** The first Node with everything that the host uses without flags (node:sqlite, Temporal). */
export const LEAST_NODE = 26

/**
 * Version of the protocol between extension and host. The major number changes when one side can no longer understand
 * the other (H-04).
 */
export const PROTOCOL_VERSION = '1.0'
