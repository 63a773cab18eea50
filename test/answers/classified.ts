/**
 * The words of one published answer, and the product's interpretation.
 *
 * `says`: words of the answer itself, or of the file that it describes.
 * `becomes`: a state of the protocol (`processing`, `rejected`, `ok`), a number of messages, or a reason of
 * shared/errors/reasons.ts; `authority-note` repeats what the authority said.
 */
export interface Classified {
  says: string
  becomes: string
  /** Whether the person reads these words too. */
  isTold: boolean
}

const told = (says: string, becomes: string): Classified => ({ says, becomes, isTold: true })
const read = (says: string, becomes: string): Classified => ({ says, becomes, isTold: false })

/** By operation and the authority's name for the situation: every answer that it publishes. */
export const CLASSIFIED: Readonly<Record<string, Readonly<Record<string, Classified>>>> = {
  'upload POST /upload': {
    'factura a fost incarcata cu succes': read('index_incarcare="3828"', 'processing'),
    'nu a fost specificat un standard bun': told(
      'Valorile acceptate pentru parametrul standard sunt UBL, CN, CII sau RASP',
      'rejected',
    ),
    'cif-ul trebuie sa fie numeric': told('CIF introdus= 123a nu este un numar', 'rejected'),
    'nu aveti dreptul de incarcare': told('Nu exista niciun CIF pentru care sa aveti drept in SPV', 'rejected'),
    'nu aveti dreptul de incarcare pentru cif-ul specificat in request': told(
      'Nu aveti drept in SPV pentru CIF=1234',
      'rejected',
    ),
    'parametrul autofactura este completat dar este invalid': told(
      'Daca parametrul autofacturare trebuie completat, valoarea acceptata este DA',
      'rejected',
    ),
    'nu ati atasat nimic in request body': told('Trebuie sa aveti atasat in request un fisier de tip xml', 'rejected'),
    'nu ati completat parametrul standard sau cif': told('Parametrii standard si cif sunt obligatorii', 'rejected'),
  },
  'staremesaj GET /stareMesaj': {
    'factura a fost prelucrata cu succes': read('stare="ok"', 'ok'),
    'factura nu a fost prelucrata cu succes': read('stare="nok"', 'nok'),
    'factura in prelucrare': read('stare="in prelucrare"', 'processing'),
    'factura nu a fost preluata de sistem': read('XML cu erori nepreluat de sistem', 'not-taken'),
    'nu aveti dreptul de interogare pentru indexul solicitat': told(
      'Nu aveti dreptul de inteorgare pentru id_incarcare= 18',
      'authority-note',
    ),
    'index de incarcare nu este valid': told('Id_incarcare introdus= aaa nu este un numar intreg', 'authority-note'),
    'factura nu a fost identificata in sistem': told('Nu exista factura cu id_incarcare= 15000', 'authority-note'),
    'nu ati completat parametrul id_incarcare': told('Parametrul id_incarcare este obligatoriu', 'authority-note'),
  },
  'descarcare GET /descarcare': {
    'factura a fost descarcata cu succes': read('zip', 'archived'),
    'id-ul furnizat nu este valid': told('Id descarcare introdus= 123a nu este un numar intreg', 'authority-note'),
    'nu aveti dreptul sa descarcati factura cu id-ul mentionat in request': told(
      'Nu aveti dreptul sa descarcati acesta factura',
      'download-denied',
    ),
    'nu exista nici o factura pentru id-ul solicitat': told(
      'Pentru id=21 nu exista inregistrata nici o factura',
      'authority-note',
    ),
    'nu ati completat parametrul standard': told('Parametrul id este obligatoriu', 'authority-note'),
  },
  'listamesaje GET /listaMesajePaginatieFactura': {
    'cif-ul returneaza mesaje': read('"numar_inregistrari_in_pagina":2', '2 messages'),
    'cif este non numeric': told(
      'CIF introdus= aaa nu este un numar sau nu are o valoare acceptata de sistem',
      'authority-note',
    ),
    'startTime mai vechi de 60 de zile': told(
      'nu poate fi mai vechi de 60 de zile fata de momentul requestului',
      'authority-note',
    ),
    'endTime inainte de startTime': told(
      'endTime = 09-08-2022 10:41:11 nu poate fi <= startTime = 06-09-2022 09:48:20',
      'authority-note',
    ),
    'endTime in viitor': told('nu poate in viitor fata de momentul requestului', 'authority-note'),
    'parametrul filtru invalid': told(
      'Valorile acceptate pentru parametrul filtru sunt E, T, P sau R',
      'authority-note',
    ),
    'nu aveti drept pentru acest cif': told('Nu aveti drept in SPV pentru CIF=8000000000', 'no-rights-for-company'),
    'nu exista mesaje': read('Nu exista mesaje in intervalul selectat', '0 messages'),
    'lipsa startTime, endTime, cif sau pagina': told(
      'Parametrii startTime, endTime, cif si pagina sunt obligatorii',
      'authority-note',
    ),
  },
  'listamesaje GET /listaMesajeFactura': {
    'cif-ul returneaza mesaje': read('FACTURA TRIMISA', 'granted'),
    'cif este non numeric': told('CIF introdus= aaa nu este un numar', 'authority-note'),
    'numar de zile este non numeric': told('Numarul de zile introdus= aaa nu este un numar intreg', 'authority-note'),
    'numar de zile incorect': told('Numarul de zile trebuie sa fie intre 1 si 60', 'authority-note'),
    'parametrul filtru invalid': told(
      'Valorile acceptate pentru parametrul filtru sunt E, T, P sau R',
      'authority-note',
    ),
    'nu aveti drept pentru acest cif': told('Nu aveti drept in SPV pentru CIF=8000000000', 'no-rights-for-company'),
    'nu exista mesaje': read('Nu exista mesaje in ultimele 15 zile', 'granted'),
    // The pages are asked instead, as the answer says.
    'limita mesaje in pagina atinsa': read('Folositi endpoint-ul cu paginatie', 'granted'),
    'lipsa zile sau cif': told('Parametrii zile si cif sunt obligatorii', 'authority-note'),
  },
  'validare POST /validare/{standard}': {
    'validare succes': read('"stare":"ok"', 'ok'),
    'validare esuata': told('Cui vanzator incorect / validare CUI (1234)', 'nok'),
    'standard invalid': told('Valorile acceptate pentru parametrul standard sunt FACT1 si FCN', 'nok'),
    'request invalid': read('Not Found', 'answer-unexpected'),
  },
  'validaresemnatura POST /api/validate/signature': {
    'Validare fisiere incarcate': told('au fost validate cu succes', 'valid'),
    'Nevalidare fisiere incarcate': told('NU au putut fi validate cu succes', 'invalid'),
    example: told('Eroare tehnică: request incorect', 'authority-note'),
  },
  'xmltopdf POST /transformare/{standard}': {
    'conversie cu succes': read('Pdf', 'pdf'),
    'validare esuata': told('Cui vanzator incorect / validare CUI (1234)', 'invalid'),
    'standard invalid': told('Valorile acceptate pentru parametrul standard sunt FACT1 si FCN', 'invalid'),
    'request invalid': read('Not Found', 'answer-unexpected'),
  },
  'xmltopdf POST /transformare/{standard}/{novld}': {
    'conversie cu succes': read('Pdf', 'pdf'),
    'standard invalid': told('Valorile acceptate pentru parametrul standard sunt FACT1 si FCN', 'invalid'),
    'request invalid': read('Not Found', 'answer-unexpected'),
  },
}
