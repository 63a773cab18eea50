import { HOST_SENTENCES } from '../../shared/errors/sentences/host.ts'
import type { Sentences } from './describe-failure.ts'

/** For the background, which says on the toolbar button why the host does not answer. */
export const BACKGROUND_SENTENCES: Sentences = HOST_SENTENCES
