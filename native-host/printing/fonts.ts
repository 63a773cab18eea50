import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { EmbeddedFont, PDF } from '@libpdf/core'

/** The two weights of a document. */
export type Fonts = { plain: EmbeddedFont; strong: EmbeddedFont }

const PACKAGE = '@expo-google-fonts/noto-sans'

/**
 * Noto Sans under the Open Font License: Latin with ș and ț, Greek and Cyrillic, figures of equal width. A PDF gets
 * only its used glyphs of each weight.
 */
export function embedFonts(pdf: PDF): Fonts {
  return {
    plain: pdf.embedFont(fontBytes('400Regular')),
    strong: pdf.embedFont(fontBytes('600SemiBold')),
  }
}

/** From the package, or, when built, from beside the program. */
function fontBytes(weight: '400Regular' | '600SemiBold'): Uint8Array {
  const name = `NotoSans_${weight}.ttf`
  const isSource = import.meta.url.endsWith('.ts')
  return readFileSync(
    isSource
      ? createRequire(import.meta.url).resolve(`${PACKAGE}/${weight}/${name}`)
      : fileURLToPath(new URL(name, import.meta.url)),
  )
}
