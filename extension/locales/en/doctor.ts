import type { roDoctor } from '../ro/doctor.ts'
import type { SameKeys } from '../translate.ts'

/** English texts for the check of the computer. */
export const enDoctor: SameKeys<typeof roDoctor> = {
  'doctor-title': 'Check of this computer',
  'doctor-hint':
    'Checks everything that Recipisa needs on this computer: browsers, local program, disk, connection to ANAF, token. Nothing is changed.',
  'doctor-run': 'Check this computer',
  'doctor-again': 'Check again',
  'doctor-running': 'Checking…',
  'doctor-nothing': 'Everything is fine.',
  'doctor-first': 'To do first',
  'doctor-unneeded': {
    one: '{n} check does not concern this computer',
    other: '{n} checks do not concern this computer',
  },
  'doctor-copy': 'Copy report',
  'doctor-copied': 'Copied. It holds no passwords and no company names.',
  'doctor-copy-failed': 'The browser does not allow copying; select the text.',
}
