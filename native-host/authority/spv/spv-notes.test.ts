import { expect, test } from 'vitest'
import { readSpvNote, spvNoteError } from './spv-notes.ts'

test('S-04 notes are told apart by their core phrase, in the service’s spelling and in the correct one', () => {
  const categories = {
    'Nu veti drept sa solictati informatii despre CIF=123': 'rights',
    'Nu aveți dreptul să solicitați informații despre CIF = 123': 'rights',
    'Nu aveti dreptul sa descarcati acest mesaj': 'download-refused',
    'Eroare transmitere cerere. Cod 107': 'technical',
    'CUI-ul introdus= 12 nu este corect.': 'other',
    'Pentru tip raport= D205 parametri cui si an sunt obligatorii': 'other',
    'Tip raport= CAF inca nu poate fi solicitat prin WS': 'other',
    'Eroare transmitere cerere': 'other',
    '': 'other',
  }
  for (const [note, category] of Object.entries(categories)) expect(readSpvNote(note).category, note).toBe(category)
})

test('S-04 a missing right for one company differs from having no right at all', () => {
  const none = 'Nu exista niciun CIF pentru care sa aveti drept in SPV'
  for (const cui of ['21', undefined]) {
    const error = spvNoteError('listaMesaje', none, cui)
    expect([error.reason, error.params.note]).toEqual(['spv-no-rights', none])
    expect(error.message).toContain(none)
  }
  const one = spvNoteError('listaMesaje', 'Nu veti drept sa solictati informatii despre CIF=21', '21')
  expect(one).toMatchObject({ reason: 'no-rights-for-company', params: { cui: '21' } })
  expect(one.message).toContain('sa solictati informatii despre CIF=21')
  const any = spvNoteError('listaMesaje', 'Nu veti drept sa solictati informatii despre CIF=21')
  expect(any.reason).toBe('spv-no-rights')
})

test('a technical error quotes its code, and any other error the note', () => {
  const technical = spvNoteError('cerere', 'Eroare transmitere cerere. Cod 107', '21')
  expect([technical.reason, technical.params.code, technical.code]).toEqual([
    'spv-technical',
    '107',
    'service-unavailable',
  ])
  const other = spvNoteError('cerere', 'Serviciul este ocupat')
  expect(other.reason).toBe('authority-note')
  expect(other.message).toContain('Serviciul este ocupat')
})
