import type { DeletedResponse } from '@pedido/client'
import { useStandardName } from '../../common/status.ts'
import { pedido } from '../../session/client.ts'
import type { Kind } from '../kinds.ts'

/** What all these records have. */
export interface PlainRecord {
  id: number
  name: string
  fk_id: string | null
  created_at: string
  updated_at: string
}

type Options = { signal?: AbortSignal; ifMatch?: string | object }

/** What all their members of the client can do. */
interface PlainClient {
  list(
    query: object,
    options?: Options,
  ): {
    page(query: object): Promise<{
      data: PlainRecord[]
      pagination: { page: number; total: number; hasNext: boolean }
    }>
  }
  create(body: object): Promise<PlainRecord>
  read(id: number, options?: Options): Promise<PlainRecord>
  update(id: number, body: object, options?: Options): Promise<PlainRecord>
  delete(id: number, options?: Options): Promise<DeletedResponse>
}

/** What people read as the name of a record. */
export function useShownName({ isStandard }: Kind): (record: PlainRecord) => string {
  const nameOf = useStandardName()
  return (record) => (isStandard ? nameOf(record) : record.name)
}

export const clientOf = ({ client }: Pick<Kind, 'client'>) =>
  pedido[client] as unknown as PlainClient
