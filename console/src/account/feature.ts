import type { Feature } from '../app/feature.ts'
import { text } from './text.ts'

export const account: Feature = {
  screens: [
    { path: '/profile', load: () => import('./profile/profile-page.tsx') },
    {
      path: '/members',
      scope: 'members:manage',
      load: () => import('./members/members-page.tsx'),
    },
    {
      path: '/members/provider',
      scope: 'members:manage',
      load: () => import('./provider/provider-page.tsx'),
    },
    {
      path: '/members/:id',
      scope: 'members:manage',
      load: () => import('./members/member-page.tsx'),
    },
    { path: '/audit', scope: 'audit:read', load: () => import('./audit/audit-page.tsx') },
    {
      path: '/settings',
      scope: 'tokens:manage',
      load: () => import('./settings/settings-page.tsx'),
    },
    { path: '/tokens', scope: 'tokens:manage', load: () => import('./tokens/tokens-page.tsx') },
  ],
  navigation: [
    {
      href: '/members',
      label: (language) => text(language).members,
      icon: 'members',
      scope: 'members:manage',
      section: 'company',
    },
    {
      href: '/audit',
      label: (language) => text(language).audit,
      icon: 'shield',
      scope: 'audit:read',
      section: 'company',
    },
    {
      href: '/settings',
      label: (language) => text(language).settings,
      icon: 'settings',
      scope: 'tokens:manage',
      section: 'company',
    },
    {
      href: '/tokens',
      label: (language) => text(language).tokens,
      icon: 'key',
      scope: 'tokens:manage',
      section: 'programs',
    },
  ],
  actions: [
    {
      id: 'invite',
      label: (language) => text(language).invite,
      icon: 'plus',
      scope: 'members:manage',
      run: (go) => go('/members?invite'),
    },
  ],
}
