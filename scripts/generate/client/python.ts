import { errorCodes } from '../../../src/base/problems.ts'
import { classOf } from './errors.ts'
import { capital, type Operation, paragraphsOf } from './operations.ts'

/** The folder that holds nothing but generated files. */
export const PYTHON_FOLDER = 'clients/python/pedido/generated'
const MADE = '# Made by `npm run generate` from the OpenAPI document: change nothing here.\n'
const FUTURE = '\nfrom __future__ import annotations\n\n'

/** The generated files of `clients/python` by their paths. */
export function pythonFiles(byResource: Map<string, Operation[]>): Map<string, string> {
  const files = {
    '__init__.py': '',
    'resources.py': FUTURE + resourcesFile(byResource),
    'problems.py': FUTURE + problemsFile(),
  }
  return new Map(
    Object.entries(files).map(([name, text]) => [`${PYTHON_FOLDER}/${name}`, MADE + text]),
  )
}

const IMPORTS = `from typing import TYPE_CHECKING, Any, Iterable, Iterator

from ..calls import Body, EventStream, Id, List, Options, Query, Resource
from ..transport import Transport
from ..values import Record, segment

if TYPE_CHECKING:
    from typing_extensions import Unpack
`

function resourcesFile(byResource: Map<string, Operation[]>): string {
  const classes = [...byResource].map(
    ([resource, operations]) =>
      `\n\nclass ${capital(resource)}(Resource):\n${operations.map(method).join('\n')}`,
  )
  const members = [...byResource.keys()].map(
    (resource) => `        self.${snakeCase(resource)} = ${capital(resource)}(transport)\n`,
  )
  const all = `\n\nclass Resources:\n    """Everything that the service can be asked, by what it is about."""\n\n    def __init__(self, transport: Transport) -> None:\n${members.join('')}`
  return IMPORTS + classes.join('') + all
}

function method(operation: Operation): string {
  const { name, path, query, body } = operation
  const needsQuery = query.some(({ required }) => required)
  const parameters = [
    'self',
    ...path.map((one) => `${snakeCase(one.name)}: Id`),
    ...(body ? [BODIES[body.kind]] : []),
    ...(query.length > 0 ? [needsQuery ? 'query: Query' : 'query: Query = None'] : []),
    '**options: Unpack[Options]',
  ]
  const notes = paragraphsOf(operation, snakeCase).join('\n\n        ')
  return `    def ${snakeCase(name)}(${parameters.join(', ')}) -> ${RESULTS[operation.answer.kind]}:
        """${notes.replaceAll('\\', '\\\\')}"""
        return self.${call(operation)}
`
}

const BODIES = { json: 'body: Body', file: 'file: bytes', lines: 'records: Iterable[Body]' }
const RESULTS: Record<Operation['answer']['kind'], string> = {
  data: 'Any',
  whole: 'Any',
  list: 'List',
  lines: 'Iterator[Record]',
  file: 'bytes',
  stream: 'EventStream',
}

function call({ address, path, query, headers, body, answer }: Operation): string {
  const [verb = '', template = ''] = address.split(' ')
  const names = path.map(({ name }) => snakeCase(name))
  const filled = template.replaceAll(/\{\w+\}/g, () => `{segment(${names.shift()})}`)
  const where = filled === template ? `"${filled}"` : `f"${filled}"`
  const options = ['options', `"${headers.map(snakeCase).join(' ')}"`]
  const asked = query.length > 0 ? ['query'] : []
  const given = [...options, ...asked].join(', ')
  if (answer.kind === 'list') {
    const pages = answer.hasPages ? '' : ', has_pages=False'
    return `_list(${where}, ${given}${pages})`
  }
  if (answer.kind === 'stream') return `_stream(${where}, ${given})`
  if (answer.kind === 'file') return `_file("${verb}", ${where}, ${given})`
  if (body?.kind === 'lines') return `_bulk(${where}, records, ${given})`
  if (body?.kind === 'file') return `_upload("${verb}", ${where}, file, ${given})`
  return `_send("${verb}", ${where}, ${given}${body ? ', body=body' : ''})`
}

const snakeCase = (name: string) =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

function problemsFile(): string {
  const classes = Object.entries(errorCodes).map(
    ([code, [status, title, advice]]) =>
      `\n\nclass ${classOf(code)}(ProblemError):\n    """${status} ${title}. ${advice}"""\n`,
  )
  const table = Object.keys(errorCodes).map((code) => `    "${code}": ${classOf(code)},\n`)
  return `from typing import Dict, Type\n\nfrom ..errors import ProblemError\n${classes.join('')}\n\nPROBLEMS: Dict[str, Type[ProblemError]] = {\n${table.join('')}}\n`
}
