import type { Feature } from '../app/feature.ts'
import { texts } from '../text/texts.ts'

const SCOPE = 'orders:read'

/** What the frame shows of these screens, without loading their texts. */
const text = texts({
  title: ['Relatórios', 'Reports'],
  goTo: ['Relatório do mês por vendedor', 'Report of the month by seller'],
})

export const reports: Feature = {
  screens: [{ path: '/reports', scope: SCOPE, load: () => import('./reports-page.tsx') }],
  navigation: [
    { href: '/reports', label: (language) => text(language).title, icon: 'columns', scope: SCOPE },
  ],
  actions: [
    {
      id: 'reports',
      label: (language) => text(language).goTo,
      icon: 'columns',
      scope: SCOPE,
      keys: 'g v',
      run: (go) => go('/reports'),
    },
  ],
}
