import { expect, test } from 'vitest'
import { withoutLabel } from './cui-labels.ts'

test('labels are taken off a number, and off nothing else', () => {
  for (const text of [
    'CUI: 14399840',
    'C.I.F. 14399840',
    'cod fiscal 14399840',
    'Codul fiscal: 14399840',
    "'14399840",
    ' cui=14399840 ',
    'C U I 14399840',
    'CUI/CIF: 14399840',
    'C.I.F. / C.U.I. 14399840',
  ])
    expect(withoutLabel(text), text).toBe('14399840')
  expect(withoutLabel('CIF RO 14399840')).toBe('RO 14399840')
  for (const text of ['CUIB 14399840', 'CUI Alfa', 'Alfa 14399840', 'acui 14399840'])
    expect(withoutLabel(text)).toBe(text)
})
