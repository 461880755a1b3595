import { errorCodes } from '../../../src/base/problems.ts'
import { classOf } from './errors.ts'
import { capital, type Operation, paragraphsOf } from './operations.ts'

/** The folder that holds nothing but generated files. */
export const PHP_FOLDER = 'clients/php/src/Generated'
const MADE =
  '<?php\n\n// Made by `npm run generate` from the OpenAPI document: change nothing here.\n\ndeclare(strict_types=1);\n\nnamespace Pedido;\n'

/** The generated files of `clients/php` by their paths. */
export function phpFiles(byResource: Map<string, Operation[]>): Map<string, string> {
  const files = { 'Resources.php': resourcesFile(byResource), 'Problems.php': problemsFile() }
  return new Map(
    Object.entries(files).map(([name, text]) => [`${PHP_FOLDER}/${name}`, MADE + text]),
  )
}

/** Apart from classes of the client itself: `Events` and `Webhooks` are words of both. */
const resourceClass = (resource: string) => `${capital(resource)}Resource`

function resourcesFile(byResource: Map<string, Operation[]>): string {
  const classes = [...byResource].map(
    ([resource, operations]) =>
      `\nfinal class ${resourceClass(resource)} extends Resource\n{\n${operations.map(method).join('\n')}}\n`,
  )
  const names = [...byResource.keys()]
  const members = names.map((one) => `    public readonly ${resourceClass(one)} $${one};\n`)
  const made = names.map(
    (one) => `        $this->${one} = new ${resourceClass(one)}($transport);\n`,
  )
  const all = `\n/** Everything that the service can be asked, by what it is about. */\nabstract class Resources\n{\n${members.join('')}\n    public function __construct(Transport $transport)\n    {\n${made.join('')}    }\n}\n`
  return classes.join('') + all
}

function method(operation: Operation): string {
  const { name, path, query, body } = operation
  const needsQuery = query.some(({ required }) => required)
  const parameters = [
    ...path.map((one) => `int|string $${one.name}`),
    ...(body ? [BODIES[body.kind]] : []),
    ...(query.length > 0 ? [needsQuery ? 'array $query' : 'array $query = []'] : []),
    'mixed ...$options',
  ]
  const text = paragraphsOf(operation).join('\n     *\n     * ').replaceAll('*/', '*\\/')
  return `    /**
     * ${text}
     */
    public function ${name}(${parameters.join(', ')}): ${RESULTS[operation.answer.kind]}
    {
        return $this->${call(operation)};
    }
`
}

const BODIES = {
  json: 'array|\\JsonSerializable $body',
  file: 'string $file',
  lines: 'iterable $records',
}
const RESULTS: Record<Operation['answer']['kind'], string> = {
  data: 'mixed',
  whole: 'mixed',
  list: 'RecordList',
  lines: '\\Generator',
  file: 'string',
  stream: 'EventStream',
}

function call({ address, path, query, headers, body, answer }: Operation): string {
  const [verb = '', template = ''] = address.split(' ')
  const names = path.map(({ name }) => name)
  const filled = template.replaceAll(/\{\w+\}/g, () => `' . Text::segment($${names.shift()}) . '`)
  const where = `'${filled}'`.replace(/ \. ''$/, '')
  const takes = `[${headers.map((header) => `'${header}'`).join(', ')}]`
  const given = ['$options', takes, ...(query.length > 0 ? ['$query'] : [])].join(', ')
  if (answer.kind === 'list') {
    return `all(${where}, ${given}${answer.hasPages ? '' : ', hasPages: false'})`
  }
  if (answer.kind === 'stream') return `events(${where}, ${given})`
  if (answer.kind === 'file') return `file('${verb}', ${where}, ${given})`
  if (body?.kind === 'lines') return `lines(${where}, $records, ${given})`
  if (body?.kind === 'file') return `upload('${verb}', ${where}, $file, ${given})`
  return `send('${verb}', ${where}, ${given}${body ? ', body: $body' : ''})`
}

function problemsFile(): string {
  const classes = Object.entries(errorCodes).map(
    ([code, [status, title, advice]]) =>
      `\n/** ${status} ${title}. ${advice} */\nfinal class ${classOf(code)} extends ProblemError\n{\n}\n`,
  )
  const table = Object.keys(errorCodes).map((code) => `    '${code}' => ${classOf(code)}::class,\n`)
  return `${classes.join('')}\n/** The class of each code. */\nconst PROBLEMS = [\n${table.join('')}];\n`
}
