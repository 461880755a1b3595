import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { pedido } from '../session/client.ts'
import { useMay } from '../session/session.tsx'
import { useTexts } from '../text/texts.ts'
import { Icon } from '../ui/icons.tsx'
import { text } from './text.ts'

/** Says which webhooks the service sends nothing any more, to who can put that right. */
export function GivenUp() {
  const t = useTexts(text)
  const may = useMay()
  const found = useQuery({
    queryKey: ['webhooks', 'given-up'],
    enabled: may('webhooks:manage'),
    queryFn: async ({ signal }) => {
      const all = await Array.fromAsync(pedido.webhooks.list({}, { signal }))
      return all.filter(({ disabled_reason }) => disabled_reason !== null)
    },
  })
  const webhooks = found.data ?? []
  if (webhooks.length === 0) return null
  return (
    <section className="problem home__wrong" aria-label={t.wrong}>
      <strong>
        <Icon name="warning" size={16} /> {t.givenUp(webhooks.length)}
      </strong>
      <ul>
        {webhooks.map(({ id, description, url }) => (
          <li key={id}>
            <Link href={`/webhooks/${id}`}>{description || url}</Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
