import type { Feature } from '../app/feature.ts'
import { texts } from '../text/texts.ts'

const SCOPE = 'orders:read'

/** What the frame shows of these screens, without loading their texts. */
const text = texts({
  title: ['Início', 'Home'],
})

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
