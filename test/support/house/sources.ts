import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync, Visitor } from 'oxc-parser'

// Our files as a parser reads them, for the tests that hold the house to its rules.

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** Every file that git knows or would take. */
export const files = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard'],
  { cwd: ROOT },
)
  .toString()
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(ROOT, path)))

export const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

interface Span {
  start: number
  end: number
}

/** A statement by the types it declares, as TypeScript texts; undefined where it declares none. */
export interface DeclaredStatement {
  name: string
  /** By column. */
  row: Map<string, string> | undefined
  /** By place; `...` stands for any number. */
  parameters: string[] | undefined
}

/** A file of ours in TypeScript. */
export interface Source {
  path: string
  text: string
  /** What it imports or exports again, types included: packages by name, our own files by path. */
  imports: string[]
  /** Functions and methods by what they are called, with their lines. */
  functions: { name: string; lines: number }[]
  /** What is made by `statement`. */
  statements: DeclaredStatement[]
  /** Whether it runs a statement itself: what Kysely's `sql` put together, or a text. */
  executes: boolean
  /** Texts of strings and templates, where expressions are a space. */
  strings: string[]
  /** Calls whose value nobody uses, as texts, of what does nothing but give one or throw. */
  unused: string[]
}

/** What bundlers hold to have no effect, though some of it throws. */
const PURE =
  /^(?:(?:de|en)codeURI(?:Component)?|BigInt|Number|String|Symbol|Object|Array|Date|RegExp|URL)$/

/** Methods of Kysely and pg, beside `execute`, that run a statement. */
const RUNS = new Set(['executeQuery', 'executeTakeFirst', 'executeTakeFirstOrThrow', 'query'])

export const sources: Source[] = files.filter((path) => /\.tsx?$/.test(path)).map(parsed)

function parsed(path: string): Source {
  const text = read(path)
  const { program, module, errors } = parseSync(join(ROOT, path), text)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  const requests = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
    ...module.dynamicImports.flatMap(({ moduleRequest }) => literal(text, moduleRequest) ?? []),
  ]
  const source: Source = {
    path,
    text,
    imports: [...new Set(requests)].map((name) => resolved(path, name)),
    functions: [],
    statements: [],
    executes: false,
    strings: [],
    unused: [],
  }
  visitor(source, declaredTypes(program)).visit(program)
  return source
}

function resolved(path: string, name: string): string {
  return name.startsWith('.') ? relative(ROOT, join(ROOT, dirname(path), name)) : name
}

/** The text of a plain string between these places of the source. */
function literal(text: string, { start, end }: Span): string | undefined {
  return /^'([^']*)'$/.exec(text.slice(start, end))?.[1]
}

/** The little of a type's syntax tree that is looked at. */
interface TypeNode extends Span {
  type: string
  typeName?: { name?: string }
  types?: TypeNode[]
  members?: Member[]
  typeAnnotation?: TypeNode
  elementTypes?: TypeNode[]
  elementType?: TypeNode
}

interface Member extends Span {
  key?: { name?: string }
  typeAnnotation?: { typeAnnotation: Span }
}

interface Declared {
  members?: Member[]
  /** Names of interfaces. */
  extended: string[]
  alias?: TypeNode
}

/** Interfaces and type aliases of a file by their names. */
function declaredTypes(program: Parameters<Visitor['visit']>[0]): Map<string, Declared> {
  const types = new Map<string, Declared>()
  new Visitor({
    TSInterfaceDeclaration: ({ id, body, extends: bases }) => {
      const extended = bases.flatMap(({ expression }) =>
        expression.type === 'Identifier' ? expression.name : [],
      )
      types.set(id.name, { members: body.body as unknown as Member[], extended })
    },
    TSTypeAliasDeclaration: ({ id, typeAnnotation }) => {
      types.set(id.name, { alias: typeAnnotation as unknown as TypeNode, extended: [] })
    },
  }).visit(program)
  return types
}

/** The properties of an object type by name, with their types' texts. */
function propertiesOf(node: TypeNode, types: Map<string, Declared>, text: string): Properties {
  const of = (members: Member[]): Properties =>
    members.map(({ key, typeAnnotation }) => {
      const { start, end } = typeAnnotation?.typeAnnotation ?? { start: 0, end: 0 }
      return [key?.name ?? '', text.slice(start, end)]
    })
  if (node.members) return of(node.members)
  if (node.types) return node.types.flatMap((one) => propertiesOf(one, types, text))
  if (node.type === 'TSParenthesizedType' && node.typeAnnotation)
    return propertiesOf(node.typeAnnotation, types, text)
  const { members = [], extended = [], alias } = types.get(node.typeName?.name ?? '') ?? {}
  return [
    ...of(members),
    ...extended.flatMap((name) =>
      propertiesOf({ type: '', start: 0, end: 0, typeName: { name } }, types, text),
    ),
    ...(alias ? propertiesOf(alias, types, text) : []),
  ]
}

type Properties = [name: string, type: string][]

function visitor(source: Source, types: Map<string, Declared>): Visitor {
  const { text, functions, statements, strings } = source
  const textOf = ({ start, end }: Span) => text.slice(start, end)
  const note = (node: Span) => {
    const lines = textOf(node).split('\n')
    functions.push({ name: lines[0] ?? '', lines: lines.length })
  }
  return new Visitor({
    FunctionDeclaration: note,
    FunctionExpression: note,
    ArrowFunctionExpression: note,
    TSImportType: ({ source: { value } }) => source.imports.push(resolved(source.path, value)),
    Literal: ({ value }) => {
      if (typeof value === 'string') strings.push(value)
    },
    CallExpression: ({ callee, arguments: [first] }) => {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
      const { name } = callee.property
      // `transaction().execute(work)` takes what is done in it, and no statement.
      const isWork = /\btransaction\(\)$/.test(textOf(callee.object))
      source.executes ||= name === 'execute' ? first !== undefined && !isWork : RUNS.has(name)
    },
    ExpressionStatement: ({ expression }) => {
      if (expression.type !== 'CallExpression' && expression.type !== 'NewExpression') return
      if (PURE.test(textOf(expression.callee))) source.unused.push(textOf(expression))
    },
    TemplateLiteral: ({ quasis }) =>
      strings.push(quasis.map(({ value }) => value.cooked ?? value.raw).join(' ')),
    VariableDeclarator: ({ id, init }) => {
      if (init?.type !== 'CallExpression' || init.callee.type !== 'Identifier') return
      if (init.callee.name !== 'statement' || id.type !== 'Identifier') return
      const [row, parameters] = init.typeArguments?.params ?? []
      statements.push({
        name: id.name,
        row: row && new Map(propertiesOf(row as unknown as TypeNode, types, text)),
        parameters: parameters && tupleOf(parameters as unknown as TypeNode, types, text),
      })
    },
  })
}

/** The types of a tuple's elements; `...` for a rest of unknown length. */
function tupleOf(node: TypeNode, types: Map<string, Declared>, text: string): string[] | undefined {
  const { alias } = types.get(node.typeName?.name ?? '') ?? {}
  if (alias) return tupleOf(alias, types, text)
  return node.elementTypes?.flatMap((element) => {
    const type = element.elementType ?? element.typeAnnotation ?? element
    if (element.type === 'TSRestType') return tupleOf(type, types, text) ?? ['...']
    return [text.slice(type.start, type.end)]
  })
}
