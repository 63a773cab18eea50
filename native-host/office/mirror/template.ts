import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { fileNameFrom } from '../../../shared/text/file-name.ts'

/** The parts that a document's path can be made of. */
const PLACEHOLDERS = ['company', 'cui', 'partner', 'year', 'month', 'day', 'kind', 'number', 'id'] as const
export type Places = Readonly<Record<(typeof PLACEHOLDERS)[number], string>>

export const DEFAULT_TEMPLATE = '{company}/{year}/{month}/{kind}/{number}'

/** Throws `mirror-template` for a template with other places, or one whose last part names no single document. */
export function checkTemplate(template: string): void {
  const wrong = (problem: string) =>
    new RecipisaError('mirror-template', { template, problem, example: DEFAULT_TEMPLATE })
  const parts = template.split('/')
  const named = [...template.matchAll(/\{(\w*)\}/g)].map(([, name = '']) => name)
  const unknown = named.find(name => !PLACEHOLDERS.some(known => known === name))
  if (unknown !== undefined) throw wrong(`{${unknown}}: known are ${PLACEHOLDERS.map(name => `{${name}}`).join(' ')}`)
  if (parts.some(part => part.trim() === '' || /^\.+$/.test(part.trim())))
    throw wrong('a part of the path is empty or ..')
  if (!/\{(number|id)\}/.test(parts.at(-1) ?? '')) throw wrong('its last part needs {number} or {id}')
}

/** Path of a document within the mirror, with slashes and without its extension: each part is a safe name. */
export function pathFrom(template: string, places: Places): string {
  return template
    .split('/')
    .map(part => fileNameFrom(part.replace(/\{(\w+)\}/g, (_, name: keyof Places) => places[name])))
    .join('/')
}
