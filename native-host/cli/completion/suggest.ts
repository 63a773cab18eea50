import type { Command, Option } from 'commander'
import { createProgram } from '../core/program.ts'

export type Suggestion = { word: string; description: string }

/**
 * What may follow after the words `before`, where `current` is the beginning of the next word. Nothing where a value of the
 * person's own stands, such as a file.
 */
export async function suggest(before: readonly string[], current: string): Promise<Suggestion[]> {
  const area = walk(await createProgram([]), before).command
  const place = walk(await createProgram([area.name()]), before)
  return candidates(place, current).filter(({ word }) => word.startsWith(current))
}

type Place = {
  command: Command
  /** How many arguments of the command there are already. */
  given: number
  /** The option whose value is next. */
  open: Option | undefined
}

/** Where in the tree some words lead. */
function walk(program: Command, words: readonly string[]): Place {
  let place: Place = { command: program, given: 0, open: undefined }
  for (const word of words) {
    const { command, given, open } = place
    const next = command.commands.find(each => each.name() === word)
    if (open) place = { ...place, open: undefined }
    else if (word.startsWith('-')) place = { ...place, open: openedBy(word, command) }
    else place = next ? { command: next, given: 0, open: undefined } : { ...place, given: given + 1 }
  }
  return place
}

/** The option that a word names and that takes the next word as its value. */
function openedBy(word: string, command: Command): Option | undefined {
  return optionsOf(command).find(option => option.long === word && option.required)
}

/** The options of a command and of those above it, hidden ones left out. */
function optionsOf(command: Command): Option[] {
  const help = Object.assign(command.createHelp(), { showGlobalOptions: true })
  return [...help.visibleOptions(command), ...help.visibleGlobalOptions(command)]
}

function candidates({ command, given, open }: Place, current: string): Suggestion[] {
  if (open) return choicesOf(open)
  if (current.startsWith('-'))
    return optionsOf(command).flatMap(({ long, description }) => (long ? [{ word: long, description }] : []))
  const commands = command.createHelp().visibleCommands(command)
  if (commands.length > 0) return commands.map(each => ({ word: each.name(), description: each.description() }))
  const { registeredArguments: all } = command
  const last = all.at(-1)
  const argument = all[given] ?? (last?.variadic ? last : undefined)
  return argument ? choicesOf(argument) : []
}

const choicesOf = ({ argChoices }: { argChoices?: readonly string[] | undefined }): Suggestion[] =>
  (argChoices ?? []).map(word => ({ word, description: '' }))
