/** Romanian texts for the one sign-in; the rest is in ro.ts. */
export const roSignIn = {
  'round-title': 'Conectare',
  'round-done': 'Sunteți conectat',
  'round-partly': 'Conectarea nu este completă',
  'round-hint':
    'Serviciile ANAF se deschid pe rând în această filă. Când browserul cere certificatul, alegeți-l pe același.',
  'round-not-needed': 'Totul este deja conectat; nu este nevoie de certificat.',
  'round-is-later': 'urmează',
  'round-is-open': 'în curs',
  'round-is-finishing': 'se încheie…',
  'round-is-done': 'conectat',
  'round-is-there': 'deja conectat',
  'round-is-left': 'neîncercat',
  'round-is-failed': 'nereușit',
  'round-retry': 'Încearcă din nou: {what}',
  'sign-in-alone': 'Separat',
  'sign-in-spv-alone': 'Conectare la SPV separat',
  'sign-in-portal-alone': 'Conectare la portalul de declarații separat',
} as const
