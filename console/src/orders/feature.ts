import { createElement } from 'react'
import type { Feature } from '../app/feature.ts'
import { pedido } from '../session/client.ts'
import { HitDetail } from './hit.tsx'
import { SEARCH_ID } from './search-field.ts'
import { text } from './text.ts'

const READ = 'orders:read'

export const orders: Feature = {
  screens: [
    { path: '/orders', scope: READ, load: () => import('./list/orders-page.tsx') },
    { path: '/orders/print', scope: READ, load: () => import('./print/print-page.tsx') },
    { path: '/orders/new', scope: 'orders:write', load: () => import('./new/new-page.tsx') },
    {
      path: '/orders/recalculations/:id?',
      scope: READ,
      load: () => import('./list/selection/recalculations-page.tsx'),
    },
    { path: '/orders/:id', scope: READ, load: () => import('./order/order-page.tsx') },
  ],
  navigation: [
    {
      href: '/orders',
      label: (language) => text(language).orders,
      icon: 'orders',
      scope: READ,
    },
  ],
  actions: [
    {
      id: 'order-new',
      label: (language) => text(language).newOrder,
      icon: 'plus',
      scope: 'orders:write',
      keys: 'n',
      run: (go) => go('/orders/new'),
    },
    {
      id: 'orders',
      label: (language) => text(language).goToOrders,
      icon: 'orders',
      scope: READ,
      keys: 'g o',
      run: (go) => go('/orders'),
    },
    {
      id: 'orders-today',
      label: (language) => text(language).today,
      icon: 'calendar',
      scope: READ,
      run: (go) => go('/orders?date=today'),
    },
    {
      id: 'recalculations',
      label: (language) => text(language).recalculations,
      icon: 'orders',
      scope: 'taxes:read',
      run: (go) => go('/orders/recalculations'),
    },
    {
      id: 'orders-search',
      label: (language) => text(language).searchOrders,
      icon: 'search',
      scope: READ,
      keys: '/',
      run: (go) => {
        const field = document.getElementById(SEARCH_ID)
        if (field) field.focus()
        else go('/orders')
      },
    },
  ],
  searches: [
    {
      id: 'orders',
      label: (language) => text(language).orders,
      icon: 'orders',
      scope: READ,
      find: async (words, signal) => {
        const fields = ['id', 'fk_id', 'customer', 'date', 'status', 'total_value'] as const
        const { data } = await pedido.orders
          .list({ q: words, fields }, { signal })
          .page({ limit: 5 })
        return data.map(({ id, fk_id, ...shown }) => ({
          id: String(id),
          label: fk_id ?? `#${id}`,
          detail: createElement(HitDetail, shown),
          href: `/orders/${id}`,
        }))
      },
    },
  ],
}
