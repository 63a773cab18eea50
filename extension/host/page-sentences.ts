import { signal } from '@preact/signals'
import { type Sentences, takeSentencesFrom } from './describe-failure.ts'

const loaded = signal<Sentences | undefined>(undefined)
let isAskedFor = false

/** For pages: the sentences of all failures are loaded when the first one is to be read, and what reads it is drawn again. */
export function loadSentencesOnUse(): void {
  takeSentencesFrom(() => {
    if (!isAskedFor) void load()
    isAskedFor = true
    return loaded.value
  })
}

async function load(): Promise<void> {
  try {
    loaded.value = (await import('../../shared/errors/sentences/sentences.ts')).SENTENCES
  } catch (error) {
    // The extension was replaced beneath an open page: the failures' own words are all there is.
    console.error('recipisa:', error)
    loaded.value = {}
  }
}
