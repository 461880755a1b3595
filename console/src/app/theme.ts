import { useStored } from '../ui/page/stored.ts'

export type Theme = 'system' | 'light' | 'dark'

const isDarkSystem = window.matchMedia('(prefers-color-scheme: dark)')

/** Before anything is drawn, and whenever the system's choice changes. */
export function applyTheme(theme: Theme = kept()): void {
  const isDark = theme === 'dark' || (theme === 'system' && isDarkSystem.matches)
  document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light'
}

isDarkSystem.addEventListener('change', () => applyTheme())

export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, store] = useStored<Theme>('theme', 'system')
  const choose = (next: Theme) => {
    store(next)
    applyTheme(next)
  }
  return [theme, choose]
}

function kept(): Theme {
  try {
    return (JSON.parse(localStorage.getItem('pedido:theme') ?? '"system"') as Theme) ?? 'system'
  } catch {
    return 'system'
  }
}
