import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { pedido } from '../../session/client.ts'
import { useTexts } from '../../text/texts.ts'
import { text } from './text.ts'

/** So many are named. */
const SHOWN = 3
const FOUND_AT_MOST = 20

/** Which other customers have this CPF or CNPJ: that keeps nobody from saving. */
export function SameDocument({ typed, id }: { typed: string; id: number | undefined }) {
  const t = useTexts(text)
  const bare = typed.replaceAll(/[\s./-]/g, '').toUpperCase()
  const { data = [] } = useQuery({
    queryKey: ['customers', 'same-document', bare],
    queryFn: async ({ signal }) => {
      // A search: the filter by a document refuses those whose check digits are wrong, as they may be here.
      const list = pedido.customers.list(
        { q: bare, fields: ['id', 'name', 'document'] },
        { signal },
      )
      const { data: found } = await list.page({ limit: FOUND_AT_MOST })
      return found.filter(({ document }) => document === bare)
    },
    enabled: /^(\d{11}|[\dA-Z]{12}\d\d)$/.test(bare),
    retry: false,
  })
  const others = data.filter((one) => one.id !== id).slice(0, SHOWN)
  return (
    <div className="field__hint" role="status">
      {others.length > 0 && t.sameDocument}
      {others.map((one) => (
        <span key={one.id}>
          {' '}
          <Link href={`/customers/${one.id}`}>{one.name}</Link>
        </span>
      ))}
    </div>
  )
}
