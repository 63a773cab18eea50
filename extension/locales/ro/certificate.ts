/** Romanian texts of access with the certificate on each call. */
export const roCertificate = {
  'access-title': 'Cum ajungeți la e-Factura',
  'access-certificate': 'Doar cu certificatul',
  'access-certificate-hint':
    'Nu trebuie înregistrat nimic în portalul ANAF. Browserul cere certificatul o dată după fiecare pornire și face apelurile cât este deschis.',
  'access-oauth': 'Conectare o dată la 90 de zile',
  'access-oauth-hint':
    'Cere o aplicație OAuth în portalul ANAF. În schimb certificatul se arată rar, iar sincronizarea programată și linia de comandă merg și cu browserul închis.',
  'access-firefox': 'În Firefox, facturile se încarcă doar cu a doua variantă; citirea merge cu amândouă.',
  'certificate-choose': 'Alegeți certificatul',
  'certificate-choose-again': 'Încearcă din nou',
  'certificate-choosing': 'Alegeți certificatul',
  'certificate-choosing-hint':
    'Browserul întreabă cu ce certificat intrați la e-Factura. Dacă este pe un token, introduceți-l și scrieți PIN-ul.',
  'certificate-chosen': 'Certificatul este ales',
  'certificate-chosen-hint': 'Recipisa îl folosește la e-Factura până închideți browserul.',
  'certificate-page-done': 'Puteți închide această pagină.',
  'certificate-not-chosen': 'Certificatul nu a fost ales',
  'certificate-ready': 'Certificat ales',
  'certificate-unchosen': 'Certificat de ales',
  'certificate-stop': 'Nu-l mai folosi',
  'certificate-stop-hint': 'Browserul uită alegerea abia când este închis; după aceea puteți alege alt certificat.',
  'certificate-needed': 'Browserul cere din nou certificatul',
  'certificate-needed-hint': 'Sincronizarea așteaptă. După ce îl alegeți, continuă de unde a rămas.',
  'first-certificate': 'Alegeți certificatul pentru e-Factura',
  'first-certificate-hint':
    'Browserul îl cere o dată după fiecare pornire. Dacă este pe un token USB, introduceți-l înainte.',
  'guide-application-unneeded': 'Cu această variantă nu este nevoie de o aplicație OAuth.',
  'upload-certificate': 'Ca să încărcați, alegeți certificatul.',
} as const
