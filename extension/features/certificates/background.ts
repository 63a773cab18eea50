import * as v from 'valibot'
import browser from 'webextension-polyfill'
import { connectNativeHost } from '../../host/port.ts'
import { createCertificateReading } from './reading.ts'

const KEY = 'certificatesReadAt'

/** The check for certificates that end, to be called regularly. */
export function createCertificateLook(): () => Promise<void> {
  return createCertificateReading({
    async readAt() {
      const parsed = v.safeParse(v.number(), (await browser.storage.local.get(KEY))[KEY])
      return parsed.success ? parsed.output : undefined
    },
    writeReadAt: moment => browser.storage.local.set({ [KEY]: moment }),
    connect: connectNativeHost,
    now: Date.now,
  })
}
