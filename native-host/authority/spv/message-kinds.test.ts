import { expect, test } from 'vitest'
import { mailKindOf } from './message-kinds.ts'

test('documented types are recognised by their whole name, whatever its spacing and case', () => {
  expect(
    ['RECIPISA ', 'Recipisă', 'PLATA', ' RASPUNS  SOLICITARE', 'ADEVERINTA VENIT', 'DECLARATIE'].map(mailKindOf),
  ).toEqual(['receipt', 'receipt', 'payment', 'report', 'income-certificate', 'declaration'])
})

test('acts and notices are recognised by a word in their name', () => {
  for (const type of [
    'DECIZIE DE IMPUNERE',
    'Decizie privind obligațiile accesorii',
    'SOMATIE',
    'Somație',
    'TITLU EXECUTORIU',
    'ADRESA INFIINTARE POPRIRE',
    'NOTIFICARE DE CONFORMARE',
    'PROCES-VERBAL',
  ])
    expect(mailKindOf(type), type).toBe('act')
  for (const type of ['INFORMARE', 'ÎNȘTIINȚARE DE PLATĂ', 'AVIZ']) expect(mailKindOf(type), type).toBe('notice')
})

test('an unknown type is other, and so is one that only resembles a known word', () => {
  for (const type of ['', 'MESAJ TIP NOU', 'PLATA CONTRACTUALA', 'INDECIZIE', 'AVIZIER'])
    expect(mailKindOf(type), type).toBe('other')
})
