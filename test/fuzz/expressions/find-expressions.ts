import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'rolldown/parseAst'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** A regular expression of the shipped code. `where` is the file and the line of its beginning. */
export type Expression = { where: string; file: string; source: string; flags: string }

type Node = Record<string, unknown> & { type: string; start: number }

/** A stand-in for a value known only at run time: it is repeated as little as a name is. */
const UNKNOWN = 'x'

/** Every expression of the shipped code: literals, `new RegExp` and `String.raw`, whose text becomes one elsewhere. */
export function findExpressions(): Expression[] {
  const files = globSync('{shared,native-host,extension,manifests}/**/*.{ts,tsx,mjs}', { cwd: ROOT })
  return files
    .filter(file => !/\.(test|fixture)\.tsx?$/.test(file))
    .toSorted()
    .flatMap(expressionsIn)
}

function expressionsIn(file: string): Expression[] {
  const text = readFileSync(join(ROOT, file), 'utf8')
  const program = parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }, file)
  const nodes = [...nodesIn(program)]
  const constants = new Map<string, Node>()
  for (const { type, id, init } of nodes) {
    if (type === 'VariableDeclarator' && isNode(id) && isNode(init)) constants.set(String(id.name), init)
  }
  return nodes.flatMap(node => {
    const found = expressionOf(node, constants)
    if (!found || !compiles(found)) return []
    const line = text.slice(0, node.start).split('\n').length
    return [{ ...found, file, where: `${file}:${line}` }]
  })
}

function expressionOf(node: Node, constants: ReadonlyMap<string, Node>): { source: string; flags: string } | undefined {
  if (node.type === 'Literal' && isPattern(node.regex)) return { source: node.regex.pattern, flags: node.regex.flags }
  if (node.type === 'TaggedTemplateExpression') return { source: textOf(node, constants), flags: '' }
  const isMade = node.type === 'NewExpression' && isNode(node.callee) && node.callee.name === 'RegExp'
  if (!isMade || !Array.isArray(node.arguments)) return undefined
  const [source, flags] = (node.arguments as Node[]).map(argument => textOf(argument, constants))
  return { source: source ?? '', flags: flags ?? '' }
}

/** The text that an expression produces, as far as it is known before run time. */
function textOf(node: Node, constants: ReadonlyMap<string, Node>, depth = 0): string {
  if (depth > 5) return UNKNOWN
  const next = (of: unknown) => (isNode(of) ? textOf(of, constants, depth + 1) : UNKNOWN)
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type === 'Identifier') return next(constants.get(String(node.name)))
  if (node.type === 'TaggedTemplateExpression') return joined(node.quasi, 'raw', next)
  if (node.type === 'TemplateLiteral') return joined(node, 'cooked', next)
  return UNKNOWN
}

function joined(template: unknown, form: 'raw' | 'cooked', next: (of: unknown) => string): string {
  const { quasis, expressions } = template as { quasis: { value: Record<string, string> }[]; expressions: unknown[] }
  return quasis.map(({ value }, at) => `${value[form]}${at < expressions.length ? next(expressions[at]) : ''}`).join('')
}

function* nodesIn(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const one of value) yield* nodesIn(one)
  if (!isNode(value)) return
  yield value
  for (const [key, inner] of Object.entries(value)) if (key !== 'parent') yield* nodesIn(inner)
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

const isPattern = (value: unknown): value is { pattern: string; flags: string } =>
  typeof value === 'object' && value !== null && 'pattern' in value

function compiles({ source, flags }: { source: string; flags: string }): boolean {
  try {
    return new RegExp(source, flags) instanceof RegExp
  } catch {
    return false // a String.raw that is no expression
  }
}
