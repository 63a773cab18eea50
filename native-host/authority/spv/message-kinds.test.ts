import { expect, test } from 'vitest'
import { mailKindOf } from './message-kinds.ts'

test('documented types are known by their whole name, spaced and spelled as they come', () => {
  expect(
    ['RECIPISA ', 'Recipisă', 'PLATA', ' RASPUNS  SOLICITARE', 'ADEVERINTA VENIT', 'DECLARATIE'].map(mailKindOf),
  ).toEqual(['receipt', 'receipt', 'payment', 'report', 'income-certificate', 'declaration'])
})

test('acts and notices are known by a word in their name', () => {
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

test('a type that nobody knows is other, and so is one that only looks like a known word', () => {
  for (const type of ['', 'MESAJ TIP NOU', 'PLATA CONTRACTUALA', 'INDECIZIE', 'AVIZIER'])
    expect(mailKindOf(type), type).toBe('other')
})
