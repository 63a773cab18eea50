import type { Command, Option } from 'commander'
import { createProgram } from '../core/program.ts'

export type Suggestion = { word: string; description: string }

/**
 * The possible continuations after the words `before`; `current` is the beginning of the next word. None for a value of
 * the person's own, such as a file.
 */
export async function suggest(before: readonly string[], current: string): Promise<Suggestion[]> {
  const area = walk(await createProgram([]), before).command
  const place = walk(await createProgram([area.name()]), before)
  return candidates(place, current).filter(({ word }) => word.startsWith(current))
}

type Place = {
  command: Command
  /** The number of arguments already given. */
  given: number
  /** The option whose value is next. */
  open: Option | undefined
}

/** The place in the tree that some words lead to. */
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

/** The option that a word names, if it takes the next word as its value. */
function openedBy(word: string, command: Command): Option | undefined {
  return optionsOf(command).find(option => option.long === word && option.required)
}

/** The visible options of a command and of those above it. */
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
