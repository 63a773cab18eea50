import { en } from './en.ts'
import { ro } from './ro.ts'
import { addPhrases } from './translate.ts'

// For programs that are no part of the extension: all phrases in both languages, at once.
addPhrases('ro', ro)
addPhrases('en', en)
