/** Romanian texts of a newcomer's steps, in the guide and in the panel. */
export const roFirstRun = {
  'guide-back': 'Înapoi la ghid',
  'guide-title': 'Primii pași cu Recipisa',
  'guide-intro': 'De la instalare până la prima factură. Fiecare pas se bifează singur când este gata.',
  'guide-done': {
    one: '{n} pas din {total} gata.',
    few: '{n} pași din {total} gata.',
    other: '{n} de pași din {total} gata.',
  },
  'guide-next': 'Urmează: {step}.',
  'guide-finished': 'Totul este pregătit.',
  'guide-later': 'Se deschide după pasul „{step}”.',
  'guide-copy': 'Copiază: {name}',
  'step-is-done': 'Gata',
  'step-is-now': 'Acum',
  'step-is-wrong': 'De rezolvat',
  'step-is-unproven': 'Se verifică la conectare',
  'step-is-later': 'Mai târziu',

  'step-program': 'Programul local',
  'guide-program-why':
    'Extensia are nevoie de un program pe acest calculator. El vorbește cu ANAF, păstrează documentele și le găsește; browserul singur nu poate.',
  'guide-program-watch': 'Pagina verifică singură la câteva secunde; nu trebuie reîncărcată.',
  'guide-program-found': 'Programul local răspunde. Versiunea {version}.',
  'guide-download-windows': 'Descarcă pentru Windows',
  'guide-download-macos': 'Descarcă pentru macOS',
  'guide-download-linux': 'Descarcă pentru Linux',
  'guide-install-windows':
    'Deschideți fișierul {file} din Descărcări; nu cere drepturi de administrator. Dacă Windows avertizează că nu cunoaște editorul (SmartScreen), apăsați „Mai multe informații”, apoi butonul care pornește totuși programul.',
  'guide-install-macos': 'Dezarhivați {file} și rulați install.sh din folderul lui. Nu cere drepturi de administrator.',
  'guide-install-linux':
    'Instalați {file} cu programul de pachete al sistemului. Pe alte distribuții, dezarhivați arhiva de alături și rulați install.sh din folderul ei.',
  'guide-no-installer': 'Pentru acest sistem nu există un program local: Recipisa merge pe Windows, macOS și Linux.',
  'guide-developers': 'Pentru dezvoltatori',
  'guide-developers-command': 'comanda din folderul proiectului',
  'host-older':
    'Programul local ({host}) este mai vechi decât extensia ({extension}). Ce merge acum merge în continuare; pentru funcțiile noi, actualizați-l.',
  'host-older-how': 'Cum se actualizează',

  'step-free': 'Ce merge fără e-Factura',
  'guide-free':
    'Verificarea firmelor în registrele publice și validarea fișierelor XML merg deja, fără certificat și fără cont. Mesajele SPV și declarațiile au nevoie numai de certificat. Numai facturile cer și accesul la e-Factura.',
  'guide-free-lookup': 'Caută o firmă',
  'guide-free-check': 'Validează un XML',

  'step-certificate': 'Certificatul',
  'guide-certificate':
    'Aveți nevoie de certificatul digital calificat cu care intrați în SPV. Îl citește browserul, nu programul local.',
  'guide-certificate-token':
    'Dacă este pe un token USB: introduceți-l în calculator și instalați programul primit de la furnizorul lui.',
  'guide-certificate-windows':
    'Pe Windows, browserul îl ia din certificatele sistemului. Nu trebuie configurat nimic aici.',
  'guide-certificate-macos': 'Pe macOS, browserul îl ia din portchei (Keychain). Nu trebuie configurat nimic aici.',
  'guide-certificate-linux':
    'Pe Linux, browserul trebuie să cunoască modulul tokenului; arată cum documentația furnizorului.',
  'guide-certificate-try': 'Dacă intrați în SPV din acest browser, certificatul este pregătit.',

  'step-rights': 'Drepturile în SPV',
  'guide-rights':
    'ANAF dă documentele unei firme numai celor care au drepturi pentru ea în SPV: reprezentant legal, reprezentant desemnat sau împuternicit.',
  'guide-rights-form': 'Drepturile se cer cu formularul 150, pentru fiecare firmă, semnat cu certificatul.',
  'guide-rights-where':
    'Se depune pe www.anaf.ro, la Servicii online › Înregistrare utilizatori › Persoane juridice. Dacă vedeți firma în SPV, aveți deja drepturi.',

  'step-application': 'Accesul la e-Factura',
  'guide-application':
    'ANAF cere ca accesul la e-Factura să fie înregistrat în portal, ca „aplicație”. Se face o singură dată.',
  'guide-application-optional':
    'Fără acest pas merg deja mesajele SPV, declarațiile și registrele; îl puteți face și mai târziu.',
  'guide-application-developer':
    'Pe www.anaf.ro, la Servicii online › Înregistrare utilizatori › Dezvoltatori aplicații, înregistrați-vă cu certificatul. ANAF trimite un cod pe e-mail.',
  'guide-application-form': 'La „Editare profil OAuth”, completați:',
  'guide-application-name': 'Denumire aplicație',
  'guide-application-callback': 'Callback URL 1',
  'guide-application-service': 'Serviciu',
  'guide-application-service-value': 'bifați E-Factura',
  'guide-application-generate':
    'Apăsați „Generare Client ID” și copiați aici cele două valori. Se scriu o singură dată.',

  'step-sign-in': 'Conectarea la e-Factura',
  'step-companies': 'SPV și firmele',
  'guide-companies': 'Scrieți CUI-ul unei firme sau luați-le pe toate din lista de drepturi din SPV.',
  'guide-companies-from-spv': 'Conectați-vă la SPV cu certificatul: lista de drepturi de acolo aduce firmele.',
  'guide-companies-read': 'Citește firmele din SPV',
  'guide-companies-spv': 'SPV cere certificatul; lista de firme vine cu mesajele.',
  'guide-companies-none': 'Lista din SPV nu conține alte firme.',
  'step-sync': 'Prima sincronizare',
  'guide-first-invoice': 'Prima dumneavoastră factură este aici',
  'guide-archived': {
    one: '{n} document arhivat pe acest calculator.',
    few: '{n} documente arhivate pe acest calculator.',
    other: '{n} de documente arhivate pe acest calculator.',
  },

  'first-configure': 'Configurați aplicația OAuth',
  'first-sign-in': 'Conectați-vă cu certificatul',
  'first-sign-in-hint':
    'Pregătiți certificatul; dacă este pe un token USB, introduceți-l. Se deschide o filă în care trecem pe rând prin serviciile ANAF pe care le folosiți; când browserul cere certificatul, alegeți-l pe același.',
  'first-company': 'Adăugați prima firmă',
  'first-company-hint': 'Scrieți CUI-ul firmei; verificăm îndată dacă aveți drepturi în SPV pentru ea.',
  'first-sync': 'Gata de prima sincronizare',
  'first-sync-hint': 'Descărcăm facturile din ultimele 60 de zile și le păstrăm pe acest calculator.',
} as const
