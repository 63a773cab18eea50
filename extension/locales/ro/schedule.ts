/** Romanian texts of the schedule in the settings. */
export const roSchedule = {
  'schedule-title': 'Sincronizare programată',
  'schedule-hint':
    'Programul local aduce facturile și mesajele și verifică depunerile și fără browser, cât timp autorizarea și sesiunea SPV sunt valabile.',
  'schedule-when': 'Când',
  'schedule-off': 'Niciodată',
  'schedule-every': { one: 'În fiecare minut', few: 'La fiecare {n} minute', other: 'La fiecare {n} de minute' },
  'schedule-every-hours': { one: 'În fiecare oră', few: 'La fiecare {n} ore', other: 'La fiecare {n} de ore' },
  'schedule-daily': 'O dată pe zi',
  'schedule-time': 'Ora (de pe acest calculator)',
  'schedule-inactive': 'Programarea este scrisă, dar {system} nu a pornit-o: {problem}',
  'schedule-command': 'Porniți-o dintr-un terminal:',
} as const
