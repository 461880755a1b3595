import { Type } from 'typebox'
import type { ListSource } from '../../database/list.ts'
import { listParameters } from '../../http/lists/lists.ts'
import {
  closed,
  count,
  dateTimeOut,
  id,
  line,
  nameOut,
  nullable,
  text,
  textOut,
} from '../../http/schemas.ts'
import { importResources } from './mapping/fields.ts'
import { dateOrders, decimalMarks, holdings } from './mapping/marks.ts'
import { warningCodes } from './mapping/warnings.ts'
import { presetNames } from './presets/presets.ts'
import { encodings } from './reading/encoding.ts'
import { fileFormats } from './reading/kinds.ts'
import { separators } from './reading/separator.ts'
import { importJson } from './sql.ts'

/** What operations say that need more than `imports:manage`. */
export const needsScope = 'The token needs the scope to write such records, too.'

/** Imports of an account: of more the oldest that are over are forgotten. */
export const MAX_IMPORTS = 10_000
/** Saved mappings of an account. */
export const MAX_MAPPINGS = 1_000
/** Columns that a mapping names, and that are told. */
export const MAX_COLUMNS = 500
/** Errors that an import shows; the file of refused lines has all. */
export const MAX_FIRST_ERRORS = 50

export const resource = Type.String({
  enum: importResources,
  description: 'What the records are.',
  examples: ['customers'],
})

const modes = ['patch', 'put']

const amountOut = Type.Number({ minimum: 0, examples: [0] })

const mode = Type.String({
  enum: modes,
  default: 'patch',
  description:
    'What an empty cell means. `patch`, unless given: nothing. `put`: what the column holds becomes unset. What has no column stays as it is in both, and both create what is new. The lines of an order that the file has become its items.',
})

export const decimal = Type.String({
  enum: [...decimalMarks],
  description: 'How decimals are written, where the file does not tell.',
  examples: [','],
})

export const dates = Type.String({
  enum: [...dateOrders],
  description: '`dmy`: 31/12/2026, `mdy`: 12/31/2026. Dates that begin with the year need none.',
  examples: ['dmy'],
})

export const encoding = Type.String({
  enum: [...encodings],
  description: 'How the text is written, where the file does not tell.',
  examples: ['windows-1252'],
})

export const sheet = line(200, {
  minLength: 1,
  description:
    'The sheet of a workbook, by its name or, among the visible ones, its number. Unless given, the first visible one with the headings.',
  examples: ['Pedidos'],
})

const fieldName = textOut(200, { examples: ['fk_id'] })
/** What a column feeds: a field, several, or nothing. */
export const feeds = Type.Union([
  nullable(fieldName),
  Type.Array(fieldName, { minItems: 1, maxItems: 10, uniqueItems: true }),
])

export const preset = Type.String({
  enum: presetNames,
  description:
    'The system whose export it is. Unless given, it is found out by the headings; `none`: columns go by their headings alone.',
  examples: ['bling'],
})

export const mappingProperties = {
  preset: Type.Optional(preset),
  columns: Type.Optional(
    Type.Record(Type.String({ pattern: '^[^]*$' }), feeds, {
      maxProperties: MAX_COLUMNS,
      propertyNames: { minLength: 1, maxLength: 500, format: 'text' },
      description:
        'The field of each column, by its heading or its letter; several, where it feeds them all. Null: nothing is taken from it. Columns that are not named go by their headings.',
      examples: [{ 'Cód. ERP': 'fk_id', C: 'name', Vendedor: null }],
    }),
  ),
  decimal: Type.Optional(decimal),
  dates: Type.Optional(dates),
  encoding: Type.Optional(encoding),
  sheet: Type.Optional(sheet),
  header_line: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1000,
      description: 'The line of the headings, counted from 1; 0: there are none.',
      examples: [1],
    }),
  ),
}

/** What a request may say of a file, as JSON. */
export const mappingSchema = closed(mappingProperties)

export const importPatch = closed(
  {
    mapping: closed(mappingProperties, {
      title: 'ImportMappingPatch',
      description: 'It replaces what was said before, property by property.',
    }),
    dry_run: Type.Optional(
      Type.Boolean({ description: 'Whether it is tried first. Unless given, as it was sent.' }),
    ),
  },
  { title: 'ImportPatch', examples: [{ mapping: { columns: { SKU: 'fk_id' } } }] },
)

export const importQuery = closed({
  resource,
  mode: Type.Optional(mode),
  dry_run: Type.Optional(
    Type.Boolean({
      default: true,
      description:
        'True unless given: the file is tried, nothing is written, and `POST /imports/{id}/run` does it. False: it is done at once.',
    }),
  ),
  mapping: Type.Optional(
    text(8000, {
      minLength: 1,
      description:
        'The name of a saved mapping, or one as JSON: `{"columns": {"Cód. ERP": "fk_id"}}`. Unless given, columns go by their headings.',
      examples: ['{"columns":{"Cód. ERP":"fk_id"}}'],
    }),
  ),
  preset: Type.Optional(preset),
  decimal: Type.Optional(decimal),
  dates: Type.Optional(dates),
  encoding: Type.Optional(encoding),
  sheet: Type.Optional(sheet),
})

export const upload = Type.Object({
  file: Type.String({
    format: 'binary',
    description:
      'A CSV file, a workbook (.xlsx, .ods), or records in JSON (NDJSON, or one array). The first file part counts, whatever its name.',
  }),
})

const state = Type.String({
  enum: ['checking', 'checked', 'running', 'done', 'cancelled', 'failed', 'needs_mapping'],
  description:
    '`checking`: it is tried, and nothing written. `checked`: that is over, and it waits for `run`. `needs_mapping`: no column is known to be the code, or the mapping names what the file has not; nothing was done, and it waits for `PATCH /imports/{id}` to say what the columns are. `failed`: the file can’t be read, or more than 100,000 of its records are refused; `failure` says it.',
})

export const importCounts = closed(
  {
    lines: { ...count, description: 'Lines with something in them, below the headings.' },
    created: count,
    updated: count,
    unchanged: count,
    refused: { ...count, description: 'Records that are not written.' },
    reduced: {
      ...count,
      description: 'Orders that were there before and lose items or value by this file.',
    },
    total_value: {
      ...amountOut,
      description: 'The sum of `total_value` of the orders created and updated, after it.',
    },
    reduced_by: { ...amountOut, description: 'How much less the `reduced` orders are worth.' },
  },
  { $id: 'ImportCounts', description: 'What became of the records, or would.' },
)

const counts = Type.Ref('ImportCounts')

const fieldOut = nullable(textOut(200, { examples: ['fk_id'] }))
const letter = textOut(3, { examples: ['A'] })
const heading = textOut(5000, { examples: ['Código'] })

const mappingOut = closed(
  {
    preset: Type.Optional(preset),
    columns: Type.Optional(
      Type.Record(Type.String({ pattern: '^[^]*$' }), feeds, { maxProperties: MAX_COLUMNS }),
    ),
    decimal: Type.Optional(decimal),
    dates: Type.Optional(dates),
    encoding: Type.Optional(encoding),
    sheet: Type.Optional(sheet),
    header_line: Type.Optional(count),
  },
  { title: 'ImportMappingUsed', description: 'What the request said of the file.' },
)

const detected = closed(
  {
    preset: {
      ...nullable(preset),
      description: 'The system whose export it is, where it is known.',
    },
    encoding: nullable(textOut(20, { description: 'Of a text file.', examples: ['windows-1252'] })),
    separator: nullable(
      Type.String({ enum: [...separators], description: 'Of a text file.', examples: [';'] }),
    ),
    sheet: nullable(textOut(200, { description: 'Of a workbook.', examples: ['Pedidos'] })),
    sheets: Type.Array(textOut(200, { examples: ['Pedidos'] }), {
      maxItems: 100_000,
      description: 'The visible sheets of a workbook: `sheet` chooses another one.',
    }),
    header_line: { ...count, description: 'Where the headings stand; 0: there are none.' },
    columns: Type.Array(
      closed(
        {
          letter,
          heading,
          field: { ...fieldOut, description: 'What is taken from it; null: nothing.' },
          also: Type.Optional(
            Type.Array(fieldName, {
              maxItems: 10,
              description: 'What else is taken from it: a CNPJ may be the code and the document.',
            }),
          ),
          joined: Type.Optional(
            Type.Array(letter, {
              maxItems: 10,
              description: 'Columns that are put behind it: a customer may be a code and a store.',
            }),
          ),
          why: textOut(1000, {
            description: 'In the language that `POST /imports` was sent with.',
            examples: ['its heading'],
          }),
          decimal: Type.Optional({
            ...nullable(decimal),
            description: 'Its decimal mark; null where its numbers do not tell.',
          }),
          dates: Type.Optional(dates),
          holds: Type.Optional(
            Type.String({
              enum: [...holdings],
              description:
                'What the column holds, if nothing is taken from it: a warning says it. `own`: what the service sets itself.',
            }),
          ),
          sample: Type.Optional(
            Type.Array(textOut(100, { examples: ['CAM-AZ'] }), {
              maxItems: 5,
              description: 'Its first cells, while the import is `needs_mapping`.',
            }),
          ),
          offered: Type.Optional(
            Type.Array(fieldName, {
              maxItems: 10,
              description:
                'What it may be, while the import is `needs_mapping`: likely ones first.',
            }),
          ),
        },
        { title: 'ImportColumn' },
      ),
      { maxItems: 16_384 },
    ),
  },
  { title: 'ImportDetected', description: 'What the file was taken for.' },
)

const fieldError = closed(
  {
    line: { ...id, description: 'Counted from 1.' },
    letter: nullable(letter),
    heading: nullable(heading),
    field: { ...fieldOut, description: 'What the column was taken for.' },
    code: textOut(50, {
      description: 'As in `errors` of a problem: `/docs/errors` lists all.',
      examples: ['type'],
    }),
    detail: Type.String({
      maxLength: 10_000_000,
      pattern: '\\S',
      examples: ['“12.5” is no number with a decimal comma.'],
    }),
  },
  { title: 'ImportFieldError' },
)

const warning = closed(
  {
    code: Type.String({ enum: [...warningCodes], description: 'Which kind it is.' }),
    letter: nullable(letter),
    heading: nullable(heading),
    other: nullable(textOut(5000, { description: 'What else it names, such as another column.' })),
    count: { ...count, description: 'How many lines, values or records it is about.' },
    sum: nullable(
      textOut(100, {
        description: 'The exact sum of the amounts that it is about.',
        examples: ['345.00'],
      }),
    ),
    lines: Type.Array(id, { maxItems: 10, description: 'Where the first of them stand.' }),
    detail: Type.String({
      maxLength: 10_000_000,
      pattern: '\\S',
      description: 'In the language that `POST /imports` was sent with.',
      examples: [
        '“Acréscimo financeiro” holds amounts, and nothing is taken from it: 12 values, sum 345.00.',
      ],
    }),
  },
  { title: 'ImportWarning' },
)

export const importRecord = closed(
  {
    id,
    resource,
    file_name: nullable(textOut(200, { examples: ['clientes.csv'] })),
    format: Type.String({
      enum: [...fileFormats],
      description: '`json`: an object on each line (NDJSON), or an array of objects.',
    }),
    size: { ...count, description: 'Bytes of the file.' },
    mode: Type.String({ enum: modes }),
    dry_run: Type.Boolean({ description: 'Whether it was to be tried first.' }),
    state,
    failure: nullable(
      textOut(10_000, {
        description: 'Why the file can’t be read, or what the mapping has to say of it.',
      }),
    ),
    progress: Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'Which part of the file is done.',
      examples: [0.25],
    }),
    counts,
    // What the dry run said, once it is done for good.
    checked: Type.Union([counts, Type.Null()]),
    mapping: mappingOut,
    detected: Type.Union([detected, Type.Null()]),
    warnings: Type.Array(warning, {
      maxItems: 1_000,
      description:
        'What you should know before the file is written, though it refuses nothing: amounts that no field takes, lines that are no records.',
    }),
    first_faults: Type.Array(fieldError, {
      maxItems: MAX_FIRST_ERRORS,
      description: `The first ${MAX_FIRST_ERRORS} errors; \`GET /imports/{id}/refused\` has all.`,
    }),
    details_kept: Type.Boolean({
      description:
        'False: what the service reported about the file (refused lines, `detected`, `mapping`, `warnings`, `first_faults`) is forgotten, because newer imports of the account took its place.',
    }),
    token: closed({ id, name: nameOut }, { title: 'ImportToken', description: 'Who began it.' }),
    created_at: dateTimeOut,
    updated_at: dateTimeOut,
    started_at: nullable(dateTimeOut),
    finished_at: nullable(dateTimeOut),
  },
  { $id: 'Import', description: 'A file that is brought in.' },
)

export const times = { created_at: 'timestamptz', updated_at: 'timestamptz' } as const

export const importSource: ListSource = {
  table: 'imports',
  document: importJson,
  sortable: { id: 'bigint', ...times },
}

export const importsQuery = closed({
  ...listParameters(importSource),
  resource: Type.Optional(resource),
  state: Type.Optional(state),
})
