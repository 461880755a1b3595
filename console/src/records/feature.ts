import type { Feature } from '../app/feature.ts'
import { text } from './text.ts'

const READ = 'reference:read'

export const records: Feature = {
  screens: [
    { path: '/records', scope: READ, load: () => import('./others/first-page.tsx') },
    {
      path: '/records/order-statuses',
      scope: READ,
      load: () => import('./statuses/statuses-page.tsx'),
    },
    {
      path: '/records/custom-fields/:id?',
      scope: READ,
      load: () => import('./custom-fields/custom-fields-page.tsx'),
    },
    {
      path: '/records/tax-rules/coverage',
      scope: 'taxes:read',
      load: () => import('./tax-rules/coverage-page.tsx'),
    },
    {
      path: '/records/number-series/:id/gaps',
      scope: READ,
      load: () => import('./number-series/gaps-page.tsx'),
    },
    { path: '/records/:kind/:id?', scope: READ, load: () => import('./others/records-page.tsx') },
  ],
  navigation: [
    {
      href: '/records',
      label: (language) => text(language).records,
      icon: 'records',
      scope: READ,
    },
  ],
  actions: [
    {
      id: 'records',
      label: (language) => text(language).goTo,
      icon: 'records',
      scope: READ,
      keys: 'g r',
      run: (go) => go('/records'),
    },
    {
      id: 'statuses',
      label: (language) => text(language).statuses,
      icon: 'records',
      scope: READ,
      run: (go) => go('/records/order-statuses'),
    },
    {
      id: 'custom-fields',
      label: (language) => text(language).customFields,
      icon: 'records',
      scope: READ,
      run: (go) => go('/records/custom-fields'),
    },
  ],
}
