import { Type } from 'typebox'
import type { ListSource } from '../../database/list.ts'
import { listParameters } from '../../http/lists/lists.ts'
import { closed, count, dateTimeOut, id, nameOut, nullable, text } from '../../http/schemas.ts'
import {
  dates,
  decimal,
  encoding,
  feeds,
  MAX_COLUMNS,
  mappingProperties,
  preset,
  resource,
  sheet,
  times,
} from './schema.ts'
import { mappingJson } from './sql.ts'

export const mappingBody = closed(
  { resource, ...mappingProperties },
  {
    title: 'ImportMappingInput',
    examples: [
      {
        resource: 'customers',
        columns: { 'Cód. ERP': 'fk_id', 'Nome completo': 'name', Vendedor: null },
        decimal: ',',
      },
    ],
  },
)

export const mappingRecord = closed(
  {
    id,
    name: nameOut,
    resource,
    columns: Type.Union([
      Type.Record(Type.String({ pattern: '^[^]*$' }), feeds, { maxProperties: MAX_COLUMNS }),
      Type.Null(),
    ]),
    preset: nullable(preset),
    decimal: nullable(decimal),
    dates: nullable(dates),
    encoding: nullable(encoding),
    sheet: nullable(sheet),
    header_line: nullable(count),
    created_at: dateTimeOut,
    updated_at: dateTimeOut,
  },
  { $id: 'ImportMapping', description: 'What the columns of a kind of file are.' },
)

export const mappingSource: ListSource = {
  table: 'import_mappings',
  document: mappingJson,
  sortable: { id: 'bigint', name: 'text', ...times },
}

export const mappingsQuery = closed({
  ...listParameters(mappingSource),
  resource: Type.Optional(resource),
})

export const mappingParams = closed({
  name: text(200, {
    minLength: 1,
    description: 'The mapping’s name.',
    examples: ['clientes do ERP'],
    'x-component': 'ImportMappingName',
  }),
})
