import type { Feature } from '../app/feature.ts'
import { text } from './text.ts'

export const integrations: Feature = {
  screens: [
    {
      path: '/webhooks/:id',
      scope: 'webhooks:manage',
      load: () => import('./webhooks/webhook-page.tsx'),
    },
    {
      path: '/webhooks',
      scope: 'webhooks:manage',
      load: () => import('./webhooks/webhooks-page.tsx'),
    },
    {
      path: '/requests',
      scope: 'tokens:manage',
      load: () => import('./requests/requests-page.tsx'),
    },
    { path: '/events', scope: 'events:read', load: () => import('./events/events-page.tsx') },
    {
      path: '/imports/:id',
      scope: 'imports:manage',
      load: () => import('./imports/import-page.tsx'),
    },
    { path: '/exports', load: () => import('./exports/exports-page.tsx') },
    { path: '/imports', scope: 'imports:manage', load: () => import('./imports/imports-page.tsx') },
  ],
  navigation: [
    {
      href: '/imports',
      label: (language) => text(language).imports,
      icon: 'upload',
      scope: 'imports:manage',
      section: 'company',
    },
    {
      href: '/exports',
      label: (language) => text(language).exports,
      icon: 'download',
      scope: 'orders:read',
      section: 'company',
    },
    {
      href: '/events',
      label: (language) => text(language).events,
      icon: 'history',
      scope: 'events:read',
      section: 'programs',
    },
    {
      href: '/webhooks',
      label: (language) => text(language).webhooks,
      icon: 'integrations',
      scope: 'webhooks:manage',
      section: 'programs',
    },
    {
      href: '/requests',
      label: (language) => text(language).requests,
      icon: 'search',
      scope: 'tokens:manage',
      section: 'programs',
    },
  ],
}
