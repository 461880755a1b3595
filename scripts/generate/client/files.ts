import { expanded } from '../../../src/http/openapi/expanded.ts'
import { CSHARP_FOLDER, csharpFiles } from './csharp.ts'
import type { Document, Schema } from './document.ts'
import { errorsFile } from './errors.ts'
import { type Declared, importOf, modulesOf } from './modules.ts'
import { capital, type Operation, operationsOf } from './operations.ts'
import { PHP_FOLDER, phpFiles } from './php.ts'
import { PYTHON_FOLDER, pythonFiles } from './python.ts'
import { declaration, lines, note, queryDeclaration, reachedFrom, typeOf } from './types.ts'

const FOLDER = 'packages/client/src/generated'
/** The folders that hold nothing but generated files. */
export const CLIENT_FOLDERS = [FOLDER, PYTHON_FOLDER, PHP_FOLDER, CSHARP_FOLDER]
const MADE = '// Made by `npm run generate` from the OpenAPI document: change nothing here.\n\n'
/** What the runtime gives to the generated types. */
const RUNTIME = ['Call', 'EventStream', 'FileContent', 'List', 'ListQuery', 'Options', 'Records']

/** The generated files of all clients by their paths. */
export function clientFiles(openApi: string): Map<string, string> {
  const document = expanded(JSON.parse(openApi) as Document)
  const byResource = Map.groupBy(operationsOf(document), ({ resource }) => resource)
  return new Map([
    ...typeScriptFiles(document, byResource),
    ...pythonFiles(byResource),
    ...phpFiles(byResource),
    ...csharpFiles(byResource, document.info.version),
  ])
}

/** The generated files of `packages/client` by their paths. */
function typeScriptFiles(
  document: Document,
  byResource: Map<string, Operation[]>,
): Map<string, string> {
  const types = modulesOf(declaredTypes(document, byResource), { '../types.ts': RUNTIME })
  const files = new Map([
    ...types,
    ['resources.ts', resourcesFile([...byResource.keys()], [...types.keys()])],
    ['errors.ts', errorsFile(document)],
    ...endpointsFiles(byResource),
  ])
  return new Map([...files].map(([name, text]) => [`${FOLDER}/${name}`, MADE + text]))
}

const fileOf = (resource: string) =>
  resource.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const interfaceOf = (resource: string) => `${capital(resource)}Resource`
const queryOf = ({ operationId }: Operation) => `${capital(operationId)}Query`

/** The methods of each resource, and the types that no resource before it leads to. */
function declaredTypes(
  document: Document,
  byResource: Map<string, Operation[]>,
): Map<string, Declared[]> {
  const seen = new Set<string>()
  const declared = [...byResource].map(([resource, operations]): [string, Declared[]] => {
    const names = [...reachedFrom(document, operations.flatMap(shown))]
    const own = names.filter((name) => !seen.has(name))
    for (const name of own) seen.add(name)
    return [
      fileOf(resource),
      [
        methods(document, resource, operations),
        ...queries(document, operations),
        ...schemas(document, own),
      ],
    ]
  })
  const problems = [...reachedFrom(document, [{ $ref: '#/components/schemas/Problem' }])]
  return new Map([
    ...declared,
    [
      'problem',
      schemas(
        document,
        problems.filter((name) => !seen.has(name)),
      ),
    ],
  ])
}

/** The schemas that an operation's method shows. */
function shown({ body, query, answer }: Operation): Schema[] {
  const sent = [...(body ? [body.schema] : []), ...query.map(({ schema }) => schema)]
  if (answer.kind === 'list') return [...sent, answer.page, answer.cursorPage]
  return 'schema' in answer ? [...sent, answer.schema] : sent
}

function methods(document: Document, resource: string, operations: Operation[]): Declared {
  const name = interfaceOf(resource)
  const members = operations.map((one) => signature(document, one))
  return { name, text: `export interface ${name} {\n${lines(members)}}\n` }
}

function queries(document: Document, operations: Operation[]): Declared[] {
  return operations
    .filter(({ query }) => query.length > 0)
    .map((one) => ({
      name: queryOf(one),
      text: queryDeclaration(document, queryOf(one), one.query),
    }))
}

function schemas(document: Document, names: string[]): Declared[] {
  return names.map((name) => ({
    name,
    text: declaration(document, name, document.components.schemas[name] ?? {}),
  }))
}

function signature(document: Document, operation: Operation): string {
  const { name, path, query, headers, body, answer } = operation
  const bodyType = body && bodyTypeOf(document, body)
  const item = answer.kind === 'list' ? typeOf(document, answer.item) : undefined
  const hasFields = query.some((one) => one.name === 'fields')
  const field = hasFields ? 'Field' : 'never'
  const queryType = item ? `ListQuery<${queryOf(operation)}, ${field}>` : queryOf(operation)
  const generic = hasFields ? `<Field extends keyof ${item} = keyof ${item}>` : ''
  const isNeeded = query.some(({ required }) => required)
  const options = headers.map((header) => `'${header}'`).join(' | ')
  const parameters = [
    ...path.map((one) => `${one.name}: ${typeOf(document, one.schema)}`),
    ...(bodyType ? [`${body?.kind === 'lines' ? 'records' : 'body'}: ${bodyType}`] : []),
    ...(query.length > 0 ? [`query${isNeeded ? '' : '?'}: ${queryType}`] : []),
    `options?: Options${options && `<${options}>`}`,
  ]
  return `${note(operation.about)}${name}${generic}(${parameters.join(', ')}): ${resultOf(document, operation)}`
}

function bodyTypeOf(document: Document, { kind, schema }: NonNullable<Operation['body']>): string {
  if (kind === 'file') return 'FileContent'
  const type = typeOf(document, schema)
  return kind === 'lines' ? `Records<${type}>` : type
}

function resultOf(document: Document, operation: Operation): string {
  const { answer } = operation
  if (answer.kind === 'stream') return 'EventStream<CloudEvent>'
  if (answer.kind === 'file') return 'Call<Blob>'
  if (answer.kind === 'lines') return `AsyncIterable<${typeOf(document, answer.schema)}>`
  if (answer.kind !== 'list') return `Call<${typeOf(document, answer.schema)}>`
  const types = [answer.item, answer.page, answer.cursorPage].map((one) => typeOf(document, one))
  const [whole, page, cursorPage] = types
  const item = operation.query.some(({ name }) => name === 'fields')
    ? `Pick<${whole}, Field>`
    : whole
  return `List<${item}, ${queryOf(operation)}, ${page}, ${cursorPage}>`
}

/** The resource with the most methods: they have a file of their own. */
const LARGEST = 'orders'

/** The one table that the client works by: a line for each method. */
function endpointsFiles(byResource: Map<string, Operation[]>): [string, string][] {
  const resources = [...byResource].map(([resource, operations]) =>
    resource === LARGEST
      ? `  ${LARGEST},\n`
      : `  ${resource}: {\n${lines(methodsOf(operations, '  '))}  },\n`,
  )
  const largest = lines(methodsOf(byResource.get(LARGEST) ?? [], ''))
  const file = `${LARGEST}-endpoints.ts`
  return [
    [file, `${LETTERS}export const ${LARGEST}: Record<string, string> = {\n${largest}}\n`],
    [
      'endpoints.ts',
      `import { ${LARGEST} } from './${file}'\n\n${LETTERS}export const endpoints: Record<string, Record<string, string>> = {\n${resources.join('')}}\n`,
    ],
  ]
}

const LETTERS = '// What the letters mean stands in `../methods.ts`.\n'

const methodsOf = (operations: Operation[], indent: string) =>
  operations.map(
    (one) => `${indent}${one.name}: '${[one.address, flagsOf(one)].join(' ').trim()}',`,
  )

function flagsOf({ body, query, answer }: Operation): string {
  const letters = [
    body?.kind === 'json' && 'b',
    body?.kind === 'file' && 'u',
    body?.kind === 'lines' && 'n',
    query.length > 0 && 'q',
    answer.kind === 'list' && (answer.hasPages ? 'l' : 'c'),
    answer.kind === 'file' && 'f',
    answer.kind === 'stream' && 's',
  ]
  return letters.filter(Boolean).join('')
}

function resourcesFile(resources: string[], files: string[]): string {
  const imports = resources.map((one) => importOf([interfaceOf(one)], `./${fileOf(one)}.ts`))
  const exported = files.map((file) => `export type * from './${file}'\n`)
  const members = resources.map((one) => `${one}: ${interfaceOf(one)}`)
  return `${imports.join('')}\n${exported.join('')}\n/** Everything that the service can be asked, by what it is about. */\nexport interface Resources {\n${lines(members)}}\n`
}
