/**
 * Expressions whose time may grow faster than the text, because they only ever see a short one. `most`: its characters, which
 * the code before the expression keeps to. `by`: the reader of test/fuzz/parsers that gets the longer texts.
 */
export const BOUNDED: readonly { file: string; expression: RegExp; most: number; by: string }[] = [
  // `figuresOf` cuts labels: an indicator of a financial statement has some 60 characters.
  {
    file: 'extension/features/lookup/panel/indicators.ts',
    expression: /profit|pierder|numar/,
    most: 200,
    by: 'statement labels',
  },
]
