import type { Feature } from '../app/feature.ts'
import { text } from './text.ts'

const SCOPE = 'orders:read'

export const home: Feature = {
  screens: [{ path: '/home', scope: SCOPE, load: () => import('./home-page.tsx') }],
  navigation: [
    { href: '/home', label: (language) => text(language).title, icon: 'home', scope: SCOPE },
  ],
  actions: [
    {
      id: 'home',
      label: (language) => text(language).title,
      icon: 'home',
      scope: SCOPE,
      keys: 'g h',
      run: (go) => go('/home'),
    },
  ],
}
