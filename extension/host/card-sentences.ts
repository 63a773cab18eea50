import { AUTHORITY_SENTENCES } from '../../shared/errors/sentences/authority.ts'
import { entry } from '../../shared/errors/sentences/entry.ts'
import { HOST_SENTENCES } from '../../shared/errors/sentences/host.ts'
import { REGISTER_SENTENCES } from '../../shared/errors/sentences/register.ts'
import type { Sentences } from './describe-failure.ts'

/** For the card, which cannot load a part of itself: what a question to the registers may end in. */
export const CARD_SENTENCES: Sentences = { ...AUTHORITY_SENTENCES, ...HOST_SENTENCES, ...REGISTER_SENTENCES }

/** For what else may go wrong; the panel, which has all sentences, asks the same. */
export const CARD_OTHER = entry(
  ['Datele firmei nu au putut fi obținute.', 'Deschideți panoul: acolo scrie de ce.'],
  ['The data of the company could not be obtained.', 'Open the panel: it says why.'],
)
