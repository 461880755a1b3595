import type { Feature } from '../app/feature.ts'
import { formatDocument } from '../common/form/kinds.ts'
import { pedido } from '../session/client.ts'
import { texts } from '../text/texts.ts'

const READ = 'customers:read'
const WRITE = 'customers:write'

/** What the frame shows of these screens, without loading their texts. */
const text = texts({
  customers: ['Clientes', 'Customers'],
  goTo: ['Ir para os clientes', 'Go to customers'],
  create: ['Novo cliente', 'New customer'],
  stopped: ['Quem parou de comprar', 'Who stopped buying'],
})

export const customers: Feature = {
  screens: [
    { path: '/customers', scope: READ, load: () => import('./customers-page.tsx') },
    { path: '/customers/new', scope: WRITE, load: () => import('./new-customer-page.tsx') },
    { path: '/customers/:id', scope: READ, load: () => import('./customer-page.tsx') },
  ],
  navigation: [
    {
      href: '/customers',
      label: (language) => text(language).customers,
      icon: 'customers',
      scope: READ,
    },
  ],
  actions: [
    {
      id: 'customers',
      label: (language) => text(language).goTo,
      icon: 'customers',
      scope: READ,
      keys: 'g c',
      run: (go) => go('/customers'),
    },
    {
      id: 'customers-new',
      label: (language) => text(language).create,
      icon: 'plus',
      scope: WRITE,
      run: (go) => go('/customers/new'),
    },
    {
      id: 'customers-stopped',
      label: (language) => text(language).stopped,
      icon: 'customers',
      scope: 'orders:read',
      run: (go) => go('/customers?stopped_buying=true&sort=-value_12m'),
    },
  ],
  searches: [
    {
      id: 'customers',
      label: (language) => text(language).customers,
      icon: 'customers',
      scope: READ,
      find: async (words, signal) => {
        const fields = ['id', 'name', 'fk_id', 'document'] as const
        const found = pedido.customers.list({ q: words, fields }, { signal })
        const { data } = await found.page({ limit: 5 })
        return data.map(({ id, name, fk_id, document }) => ({
          id: String(id),
          label: name,
          detail: [fk_id, document && formatDocument(document)].filter(Boolean).join(' · '),
          href: `/customers/${id}`,
        }))
      },
    },
  ],
}
