import type { Feature } from '../app/feature.ts'
import { pedido } from '../session/client.ts'
import { texts } from '../text/texts.ts'

const READ = 'products:read'
const WRITE = 'products:write'

/** What the frame shows of these screens, without loading their texts. */
const text = texts({
  products: ['Produtos', 'Products'],
  goTo: ['Ir para os produtos', 'Go to products'],
  create: ['Novo produto', 'New product'],
})

export const products: Feature = {
  screens: [
    { path: '/products', scope: READ, load: () => import('./products-page.tsx') },
    { path: '/products/new', scope: WRITE, load: () => import('./new-product-page.tsx') },
    { path: '/products/:id', scope: READ, load: () => import('./product-page.tsx') },
  ],
  navigation: [
    {
      href: '/products',
      label: (language) => text(language).products,
      icon: 'products',
      scope: READ,
    },
  ],
  actions: [
    {
      id: 'products',
      label: (language) => text(language).goTo,
      icon: 'products',
      scope: READ,
      keys: 'g p',
      run: (go) => go('/products'),
    },
    {
      id: 'products-new',
      label: (language) => text(language).create,
      icon: 'plus',
      scope: WRITE,
      run: (go) => go('/products/new'),
    },
  ],
  searches: [
    {
      id: 'products',
      label: (language) => text(language).products,
      icon: 'products',
      scope: READ,
      find: async (words, signal) => {
        const fields = ['id', 'name', 'fk_id'] as const
        const found = pedido.products.list({ q: words, fields }, { signal })
        const { data } = await found.page({ limit: 5 })
        return data.map(({ id, name, fk_id }) => ({
          id: String(id),
          label: name,
          ...(fk_id === null ? {} : { detail: fk_id }),
          href: `/products/${id}`,
        }))
      },
    },
  ],
}
