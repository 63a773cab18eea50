import { expect, test } from 'vitest'
import { findingOf, inLanguage } from './findings.ts'

test('a Schematron finding has the rule of its brackets, and its text without the preamble', () => {
  const line =
    'E: validari globale  SCHEMATRON   eroare: [BR-CO-09]-The Seller VAT identifier (BT-31) shall have a prefix.'
  expect(findingOf(line)).toEqual({ rule: 'BR-CO-09', text: 'The Seller VAT identifier (BT-31) shall have a prefix.' })
})

test('a finding of the national rules has the word after regula, and keeps the element’s path', () => {
  const line =
    'E: AccountingSupplierParty (1) sectiune Party (1) sectiune CompanyID (2)  eroare regula: R_BT_32_cui: Cui vanzator incorect / validare CUI (1234) '
  expect(findingOf(line)).toEqual({
    rule: 'R_BT_32_cui',
    text: 'Cui vanzator incorect / validare CUI (1234) (AccountingSupplierParty › Party › CompanyID (2))',
  })
})

test('a text without a rule stays whole', () => {
  expect(findingOf('Fisierul depasește\n dimensiunea [mare]')).toEqual({
    rule: null,
    text: 'Fisierul depasește dimensiunea [mare]',
  })
})

test('a finding in two languages is given in one; others stay whole', () => {
  const { text } = findingOf(
    'E: validari globale  SCHEMATRON   eroare: [BR-RO-110]-Daca Codul ţării vânzătorului (BT-40) este  RO .     #If the Seller country Code (BT-40) is  RO .',
  )
  expect(inLanguage(text, 'ro')).toBe('Daca Codul ţării vânzătorului (BT-40) este RO .')
  expect(inLanguage(text, 'en')).toBe('If the Seller country Code (BT-40) is RO .')
  for (const whole of ['Linia #2 este greșită', 'Cui vanzator incorect', 'a # B'])
    expect(inLanguage(whole, 'en')).toBe(whole)
})
