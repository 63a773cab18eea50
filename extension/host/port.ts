import browser from 'webextension-polyfill'
import { HOST_NAME } from '../../shared/domain/product.ts'
import { createCallAnswerer } from './calls/answer-calls.ts'
import { connectHost, type HostClient, type HostPort } from './client.ts'

/** A client of the native host that the browser knows by its manifest. */
export function connectNativeHost(): HostClient {
  return connectHost(openNativePort, createCallAnswerer)
}

/** Starts the native host and returns its port. A missing host shows as an immediate disconnect. */
function openNativePort(): HostPort {
  const port = browser.runtime.connectNative(HOST_NAME)
  return {
    send: message => port.postMessage(message),
    onMessage: listener => port.onMessage.addListener(listener),
    onDisconnect: listener =>
      port.onDisconnect.addListener(ended => {
        // Chromium puts the cause in lastError (and logs a complaint if nobody reads it), Firefox on the port.
        listener(browser.runtime.lastError?.message ?? ended.error?.message)
      }),
    disconnect: () => port.disconnect(),
  }
}
