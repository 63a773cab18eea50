import { runCommand } from './command.ts'
import { uninstall } from './registration.ts'

await runCommand(async registration => ({ files: await uninstall(registration) }), {
  ro: {
    done: 'Programul local nu mai este înregistrat; documentele arhivate rămân. Fișierele șterse:',
    nothing: 'Programul local nu era înregistrat.',
  },
  en: {
    done: 'The host is no longer registered; archived documents stay. Files removed:',
    nothing: 'The host was not registered.',
  },
})
