/** Romanian texts for the check of the computer; its findings are in shared/doctor. */
export const roDoctor = {
  'doctor-title': 'Verificarea calculatorului',
  'doctor-hint':
    'Se verifică tot ce îi trebuie lui Recipisa pe acest calculator: browserele, programul local, discul, legătura cu ANAF, tokenul. Nu se schimbă nimic.',
  'doctor-run': 'Verifică acest calculator',
  'doctor-again': 'Verifică din nou',
  'doctor-running': 'Se verifică…',
  'doctor-nothing': 'Totul este în regulă.',
  'doctor-first': 'De făcut întâi',
  'doctor-unneeded': {
    one: '{n} verificare nu privește acest calculator',
    few: '{n} verificări nu privesc acest calculator',
    other: '{n} de verificări nu privesc acest calculator',
  },
  'doctor-copy': 'Copiază raportul',
  'doctor-copied': 'Copiat. Nu conține parole și nici nume de firme.',
  'doctor-copy-failed': 'Browserul nu permite copierea; selectați textul.',
} as const
