import { useSignal } from '@preact/signals'
import { decodeXml } from '../../../shared/xml/decode-xml.ts'
import type { HostClient } from '../../host/client.ts'
import { t } from '../../locales/locale.ts'
import { ErrorNotice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { pullDocument } from '../documents/save-document.ts'
import { type XmlToken, xmlTokens } from './xml-tokens.ts'

/** The part of an XML that is drawn, in pieces; an invoice of a hundred lines has some 20,000. */
const MOST_TOKENS = 30_000

type State = { tokens?: readonly XmlToken[]; error?: unknown }

/** The XML itself, coloured once it is opened. */
export function RawXml({ host, id }: { host: HostClient; id: string }) {
  const state = useSignal<State | undefined>(undefined)
  const load = async () => {
    if (state.value?.tokens) return
    state.value = {}
    try {
      const { bytes } = await pullDocument(host, { area: 'invoices', id, as: 'xml' })
      state.value = { tokens: xmlTokens(decodeXml(bytes), n => `… ${t('xml-shortened', { n })}`) }
    } catch (error) {
      state.value = { error }
    }
  }
  const { tokens, error } = state.value ?? {}
  return (
    <details class="sheet-raw" onToggle={event => event.currentTarget.open && void load()}>
      <summary>{t('xml-raw')}</summary>
      {error !== undefined && <ErrorNotice error={error} />}
      {state.value && !tokens && error === undefined && <Skeleton chars={40} />}
      {tokens && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
        <pre tabIndex={0}>
          {tokens.slice(0, MOST_TOKENS).map(({ kind, text }, index) => (
            // by index: the pieces never change
            <span key={index} class={`xml-${kind}`}>
              {text}
            </span>
          ))}
        </pre>
      )}
      {tokens && tokens.length > MOST_TOKENS && <p class="muted">{t('xml-more')}</p>}
    </details>
  )
}
