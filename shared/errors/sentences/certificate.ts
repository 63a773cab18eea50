import type { CERTIFICATE_REASONS } from '../reasons/certificate.ts'
import { type Entry, entry } from './entry.ts'

/** Failures of PKCS#11 modules, and companies that another certificate reaches. */
export const CERTIFICATE_SENTENCES = {
  'certificate-module-missing': entry(
    ['Driverul de token {path} nu există.', 'Verificați calea sau instalați driverul de la furnizorul certificatului.'],
    ['The token driver {path} does not exist.', "Check the path, or install the driver from the certificate's issuer."],
  ),
  'certificate-module-unusable': entry(
    [
      'Driverul de token {name} nu poate fi folosit: {problem}.',
      'Alegeți biblioteca PKCS#11 pe 64 de biți a furnizorului certificatului.',
    ],
    [
      'The token driver {name} cannot be used: {problem}.',
      "Choose the 64-bit PKCS#11 library of the certificate's issuer.",
    ],
  ),
  'certificate-module-silent': entry(
    [
      'Driverul de token {name} nu a răspuns în {seconds} secunde și a fost oprit.',
      'Scoateți tokenul, introduceți-l din nou și reîncercați; dacă se repetă, reinstalați driverul.',
    ],
    [
      'The token driver {name} did not answer within {seconds} seconds and was stopped.',
      'Pull the token out, plug it in and try again; if it happens again, reinstall the driver.',
    ],
  ),
  'certificate-module-crashed': entry(
    [
      'Driverul de token {name} s-a oprit cu o eroare ({problem}).',
      'Reinstalați driverul de la furnizorul certificatului. Celelalte drivere nu sunt afectate.',
    ],
    [
      'The token driver {name} crashed ({problem}).',
      "Reinstall the driver from the certificate's issuer. Other drivers are not affected.",
    ],
  ),
  'certificate-reader-missing': entry(
    [
      'Acest pachet Recipisa nu poate citi tokenurile pe {system}.',
      'Conectarea cu certificatul funcționează în continuare din browser; certificatele folosite apar în listă după conectare.',
    ],
    [
      'This package of Recipisa cannot read tokens on {system}.',
      'Signing in with the certificate still works in the browser; the certificates that you use are listed after that.',
    ],
  ),
  'certificate-other': entry(
    [
      'Firma {cui} este accesibilă cu alt certificat: {certificates}.',
      'Introduceți tokenul acelui certificat, conectați-vă cu el și sincronizați din nou. Dacă browserul nu mai întreabă cu care, închideți-l complet înainte. Dacă nu mai folosiți certificatul, eliminați-l din listă în Setări, la Certificate.',
    ],
    [
      'The company {cui} is reached with another certificate: {certificates}.',
      "Plug in that certificate's token, sign in with it and sync again. If the browser does not ask which one, close it completely first. If you no longer use the certificate, remove it from the list in the settings, under Certificates.",
    ],
  ),
} satisfies Record<keyof typeof CERTIFICATE_REASONS, Entry>
