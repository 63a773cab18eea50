import { type Finding, finding, plain } from './finding.ts'

/** The doctor's findings about the way to the authority, and about the administrator's rules. */
export const NETWORK_FINDINGS = {
  'network-not-asked': plain('none', 'Legătura cu ANAF nu a fost încercată.', 'The connection to ANAF was not tried.'),
  'access-oauth': plain(
    'fine',
    'La e-Factura se ajunge cu autorizarea dată cu certificatul o dată pe an.',
    'e-Factura is reached with the authorization that the certificate gives once a year.',
  ),
  'access-certificate': plain(
    'fine',
    'La e-Factura se ajunge doar cu certificatul, prin browser, cât este deschis.',
    'e-Factura is reached with the certificate alone, through the browser while it is open.',
  ),
  'clock-fine': plain(
    'fine',
    'Ceasul calculatorului se potrivește cu cel al ANAF.',
    "The computer's clock agrees with ANAF's.",
  ),
  'clock-unknown': plain(
    'none',
    'Ceasul calculatorului nu a putut fi comparat cu al ANAF.',
    "The computer's clock could not be compared with ANAF's.",
  ),
  'clock-behind': finding(
    'look',
    [
      'Ceasul calculatorului este în urma celui al ANAF cu {seconds} s.',
      'Porniți sincronizarea orei în setările sistemului.',
    ],
    [
      "The computer's clock is {seconds} s behind ANAF's.",
      "Turn on the time synchronisation in the system's settings.",
    ],
  ),
  'clock-ahead': finding(
    'look',
    [
      'Ceasul calculatorului este înaintea celui al ANAF cu {seconds} s.',
      'Porniți sincronizarea orei în setările sistemului.',
    ],
    [
      "The computer's clock is {seconds} s ahead of ANAF's.",
      "Turn on the time synchronisation in the system's settings.",
    ],
  ),
  'clock-wrong': finding(
    'broken',
    [
      'Ceasul calculatorului diferă de al ANAF cu {minutes} min; conectarea poate fi refuzată.',
      'Potriviți ora și data, apoi porniți sincronizarea orei în setările sistemului.',
    ],
    [
      "The computer's clock differs from ANAF's by {minutes} min; the sign-in may be refused.",
      "Set time and date, then turn on the time synchronisation in the system's settings.",
    ],
  ),
  'host-reached': plain('fine', '{host} răspunde.', '{host} answers.'),

  'policy-none': plain(
    'fine',
    'Nicio regulă a administratorului nu oprește programul local.',
    "No rule of the computer's administrator stops the local program.",
  ),
  'policy-blocks': finding(
    'broken',
    [
      '{browser}: o regulă a administratorului (NativeMessagingBlocklist în {place}) oprește programul local.',
      'Cereți administratorului să adauge {name} în NativeMessagingAllowlist.',
    ],
    [
      "{browser}: a rule of the computer's administrator (NativeMessagingBlocklist in {place}) stops the local program.",
      'Ask the administrator to add {name} to NativeMessagingAllowlist.',
    ],
  ),
  'policy-everybody-only': finding(
    'broken',
    [
      '{browser}: o regulă a administratorului (NativeMessagingUserLevelHosts în {place}) permite numai programe instalate pentru toți utilizatorii.',
      'Cereți administratorului să instaleze Recipisa pentru toți utilizatorii.',
    ],
    [
      "{browser}: a rule of the computer's administrator (NativeMessagingUserLevelHosts in {place}) allows only programs that are installed for all users.",
      'Ask the administrator to install Recipisa for all users.',
    ],
  ),
  'policy-unreadable': finding(
    'look',
    [
      '{browser}: regulile administratorului din {place} nu pot fi citite.',
      'Trimiteți raportul administratorului calculatorului.',
    ],
    [
      "{browser}: the administrator's rules in {place} cannot be read.",
      'Send the report to the administrator of the computer.',
    ],
  ),
} as const satisfies Record<string, Finding>
